#include "peer_filters.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>
#include <rocksdb/sst_file_writer.h>
#include <rocksdb/table.h>

namespace peel::bench {

namespace {

void require(const rocksdb::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "RocksDB: %s\n", status.ToString().c_str());
  std::abort();
}

// Big-endian, so that keys sort as bytes as they do as numbers.
std::array<char, 8> bytes_of(std::uint64_t key) {
  std::array<char, 8> bytes;
  for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<char>(key >> (56 - 8 * i) & 0xFF);
  return bytes;
}

rocksdb::Options options_for(rocksdb::Env* memory, double bits_per_key) {
  rocksdb::BlockBasedTableOptions table;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(bits_per_key));
  table.format_version = 5;
  rocksdb::Options options;
  options.env = memory;
  options.create_if_missing = true;
  options.compression = rocksdb::kNoCompression;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

}  // namespace

struct RocksdbFilter::State {
  std::unique_ptr<rocksdb::Env> memory{rocksdb::NewMemEnv(rocksdb::Env::Default())};
  std::unique_ptr<rocksdb::DB> db;
};

RocksdbFilter::RocksdbFilter(std::span<const std::uint64_t> keys, double bits_per_key)
    : state_(std::make_unique<State>()) {
  const rocksdb::Options options = options_for(state_->memory.get(), bits_per_key);
  require(options.env->CreateDirIfMissing("/bench"));
  rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), options);
  require(writer.Open("/bench/keys.sst"));
  for (const std::uint64_t key : keys) {
    const auto bytes = bytes_of(key);
    require(writer.Put(rocksdb::Slice(bytes.data(), bytes.size()), rocksdb::Slice()));
  }
  require(writer.Finish());
  rocksdb::DB* db = nullptr;
  require(rocksdb::DB::Open(options, "/bench/db", &db));
  state_->db.reset(db);
  rocksdb::IngestExternalFileOptions ingest;
  ingest.move_files = false;
  require(db->IngestExternalFile({"/bench/keys.sst"}, ingest));
}

RocksdbFilter::~RocksdbFilter() = default;

std::uint64_t RocksdbFilter::get(std::span<const std::uint64_t> keys) const {
  rocksdb::PinnableSlice value;
  const rocksdb::ReadOptions options;
  auto* const family = state_->db->DefaultColumnFamily();
  std::uint64_t found = 0;
  for (const std::uint64_t key : keys) {
    const auto bytes = bytes_of(key);
    found +=
        state_->db->Get(options, family, rocksdb::Slice(bytes.data(), bytes.size()), &value).ok() ? 1U : 0U;
    value.Reset();
  }
  return found;
}

std::uint64_t RocksdbFilter::denials() {
  rocksdb::SetPerfLevel(rocksdb::kEnableCount);
  return rocksdb::get_perf_context()->bloom_sst_miss_count;
}

}  // namespace peel::bench

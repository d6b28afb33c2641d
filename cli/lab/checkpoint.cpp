#include "cli/lab/checkpoint.hpp"

#include "peel/hashing/key_hasher.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace peel::cli {

namespace {

constexpr std::string_view kMagic = "peel lab checkpoint 1\n";

// Name (two words), first trial, trials, bytes of results; then the results; then a checksum of all that.
constexpr std::size_t kHeadWords = 5;
constexpr std::size_t kHeadBytes = 8 * kHeadWords;
constexpr std::size_t kChecksumBytes = 8;

KeyHash hash_of(ByteView bytes) {
  return KeyHasher(HashFamily::fast, kDefaultSeed)(bytes);
}

tl::unexpected<Error> cannot_use(const std::string& path, int reason) {
  return failure(ErrorCode::io, path + ": cannot keep results of trials: " + std::strerror(reason));
}

void put(Bytes& bytes, std::uint64_t word) {
  bytes.resize(bytes.size() + 8);
  store_le(bytes.data() + bytes.size() - 8, word);
}

Bytes opening(KeyHash build) {
  const ByteView magic = as_bytes(kMagic);
  Bytes bytes(magic.begin(), magic.end());
  put(bytes, build.low);
  put(bytes, build.high);
  return bytes;
}

bool begins_like_a_checkpoint(ByteView bytes) {
  const ByteView magic = as_bytes(kMagic);
  const std::size_t common = std::min(magic.size(), bytes.size());  // it may have been cut off
  return std::equal(magic.begin(), magic.begin() + static_cast<std::ptrdiff_t>(common), bytes.begin());
}

// Nothing if it cannot be read.
std::optional<Bytes> whole_file(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return {};
  if (!S_ISREG(status.st_mode)) {
    errno = EINVAL;
    return {};
  }
  Bytes bytes(static_cast<std::size_t>(status.st_size));
  std::size_t at = 0;
  while (at < bytes.size()) {
    const ssize_t got = ::pread(descriptor, bytes.data() + at, bytes.size() - at, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return {};
    if (got == 0) break;
    at += static_cast<std::size_t>(got);
  }
  bytes.resize(at);
  return bytes;
}

// 0, or why not.
int write_all(int descriptor, ByteView bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

SeriesName series_name(std::string_view experiment, Seed seed, const lab::TrialSeries& series) {
  const ByteView id = as_bytes(experiment);
  Bytes bytes(id.begin(), id.end());
  for (const std::uint64_t word : {seed.low, seed.high, series.purpose, std::uint64_t{series.result_bytes}}) {
    put(bytes, word);
  }
  return hash_of(bytes);
}

Result<KeyHash> build_name() {
  constexpr const char* kThisProgram = "/proc/self/exe";
  const auto file = sources::FileDescriptor::owned(::open(kThisProgram, O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return cannot_use(kThisProgram, errno);
  const auto bytes = whole_file(file.number());
  if (!bytes) return cannot_use(kThisProgram, errno);
  return hash_of(*bytes);
}

Result<Checkpoint> Checkpoint::open(const std::string& path, KeyHash build, Start start) {
  constexpr int kHow = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  auto file = sources::FileDescriptor::owned(::open(path.c_str(), kHow, 0666));
  if (!file.is_open()) return cannot_use(path, errno);
  if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return cannot_use(path, errno);
    return failure(ErrorCode::io, path + ": another run keeps its results there; accepted is another --out");
  }
  const auto bytes = whole_file(file.number());
  if (!bytes) return cannot_use(path, errno);
  if (!bytes->empty() && !begins_like_a_checkpoint(*bytes)) {
    return failure(ErrorCode::incompatible,
                   path + " is not a checkpoint of peel lab, and stays; accepted is another --out");
  }
  Checkpoint checkpoint(std::move(file), path);
  const Bytes head = opening(build);
  std::uint64_t sound = 0;
  if (start == Start::where_it_was && bytes->size() >= head.size()) {
    if (!std::equal(head.begin(), head.end(), bytes->begin())) {
      return failure(ErrorCode::incompatible, path +
                                                  " keeps results of another build of peel; accepted are " +
                                                  "--fresh, which starts anew, and another --out");
    }
    sound = head.size() + checkpoint.take_records(ByteView(*bytes).subspan(head.size()));
  }
  const int number = checkpoint.file_.number();
  if (::ftruncate(number, static_cast<off_t>(sound)) != 0) return cannot_use(path, errno);
  if (::lseek(number, 0, SEEK_END) < 0) return cannot_use(path, errno);
  if (sound == 0) {
    if (const int reason = write_all(number, head); reason != 0) return cannot_use(path, reason);
  }
  return checkpoint;
}

std::uint64_t Checkpoint::take_records(ByteView bytes) {
  const std::size_t all = bytes.size();
  while (bytes.size() >= kHeadBytes + kChecksumBytes) {
    std::array<std::uint64_t, kHeadWords> head;
    for (std::size_t i = 0; i < head.size(); ++i) head[i] = load_le(bytes.data() + 8 * i);
    const auto [low, high, first, count, size] = head;
    if (size > bytes.size() - kHeadBytes - kChecksumBytes) break;
    const ByteView record = bytes.first(kHeadBytes + size);
    if (load_le(bytes.data() + record.size()) != hash_of(record).low) break;
    const ByteView results = record.subspan(kHeadBytes);
    records_.push_back({SeriesName(low, high), {first, count}, Bytes(results.begin(), results.end())});
    trials_kept_ += count;
    bytes = bytes.subspan(record.size() + kChecksumBytes);
  }
  return all - bytes.size();
}

std::vector<lab::TrialRange> Checkpoint::recall(SeriesName name, const lab::TrialSeries& series,
                                                std::span<std::byte> results) {
  asked_for_.push_back(name);
  std::vector<const Record*> found;
  for (const Record& record : records_) {
    if (record.name == name) found.push_back(&record);
  }
  std::ranges::sort(found, {}, [](const Record* record) { return record->done.first; });
  std::vector<lab::TrialRange> known;
  std::uint64_t next = 0;  // the first trial that may still be found
  for (const Record* record : found) {
    const auto [first, count] = record->done;
    // No run writes a trial twice or a result of another size: whoever did is not believed.
    if (first < next || count == 0 || record->results.size() / count != series.result_bytes) continue;
    if (first >= series.trials) break;
    const std::uint64_t wanted = std::min(count, series.trials - first);
    std::copy_n(record->results.begin(), wanted * series.result_bytes,
                results.begin() + static_cast<std::ptrdiff_t>(first * series.result_bytes));
    known.push_back({first, wanted});
    next = first + wanted;
  }
  return known;
}

void Checkpoint::append(SeriesName name, lab::TrialRange done, std::span<const std::byte> results) {
  Bytes record;
  record.reserve(kHeadBytes + results.size() + kChecksumBytes);
  for (const std::uint64_t word :
       {name.low, name.high, done.first, done.count, std::uint64_t{results.size()}}) {
    put(record, word);
  }
  record.insert(record.end(), results.begin(), results.end());
  put(record, hash_of(record).low);
  if (const int reason = write_all(file_.number(), record); reason != 0) {
    throw std::runtime_error(cannot_use(path_, reason).value().sentence());
  }
}

void Checkpoint::complete() {
  const bool is_used_up = std::ranges::all_of(records_, [this](const Record& record) {
    return std::ranges::find(asked_for_, record.name) != asked_for_.end();
  });
  if (is_used_up) ::unlink(path_.c_str());
}

}  // namespace peel::cli

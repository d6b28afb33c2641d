#include "peel/sources/count_file.hpp"

#include "sources/count/stream_count.hpp"
#include "sources/input_file.hpp"
#include "sources/line_source.hpp"

#include <utility>

namespace peel::sources {

namespace {

// Keys of a file whose texts may have to be read from it.
class KeysOfFile : public ListedKeys {
 public:
  KeysOfFile(std::unique_ptr<LineSource> file, std::unique_ptr<ListedKeys> keys)
      : file_(std::move(file)), keys_(std::move(keys)) {}

  std::size_t size() const override { return keys_->size(); }
  std::int64_t count(std::size_t i) const override { return keys_->count(i); }
  Result<ListedKey> key(std::size_t i, std::string& room) const override { return keys_->key(i, room); }

 private:
  std::unique_ptr<LineSource> file_;
  std::unique_ptr<ListedKeys> keys_;
};

}  // namespace

Result<Counted> count_file(const std::string& path, const CountRequest& request, reconcile::Watch& watch) {
  auto file = InputFile::open(path, InputFile::Passes::one, InputFile::Growth::left_out, "a file of lines");
  if (!file) return failure(file.error());
  auto lines = std::make_unique<LineSource>(std::move(*file), ReadingLimits());
  auto counted = count_lines(*lines, request, watch);
  if (!counted) return counted;
  counted->keys = std::make_unique<KeysOfFile>(std::move(lines), std::move(counted->keys));
  return counted;
}

}  // namespace peel::sources

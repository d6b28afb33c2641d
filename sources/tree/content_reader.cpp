#include "sources/tree/content_reader.hpp"

#define XXH_INLINE_ALL
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

namespace peel::sources::tree {

namespace {

constexpr int kAttempts = 4;

tl::unexpected<Error> about(const FileInTree& file, const std::string& before, const std::string& after) {
  return failure(ErrorCode::io, before + file.tree.spoken(file.entry.path) + after);
}

tl::unexpected<Error> unreadable(const FileInTree& file, int reason) {
  return about(file, "cannot read ", ": " + reason_of(reason));
}

tl::unexpected<Error> unstable(const FileInTree& file) {
  return about(file, "", " changes while it is read; accepted is a file that stays as it is for that time");
}

// What a file must be like at the beginning.
enum class Beginning : std::uint8_t {
  as_found,  // as its entry says. Not asked: that it is so is seen at the end, which saves a call for each
             // file
  as_now,    // as it is now, and the entry is described anew
};

Beginning beginning_of(int attempt) {
  return attempt == 0 ? Beginning::as_found : Beginning::as_now;
}

// A file that is being read, and what it was at the beginning.
class OpenFile {
 public:
  static Result<OpenFile> open(const FileInTree& file, Beginning beginning) {
    OpenFile opened(file.opener.file(file.entry.path), file.entry);
    if (!opened.file_.is_open()) return unreadable(file, errno);
    if (beginning == Beginning::as_found) return opened;
    struct stat now {};
    if (::fstat(opened.file_.number(), &now) != 0) return unreadable(file, errno);
    if (!S_ISREG(now.st_mode))
      return about(file, "", " is no file any more; it was one when the folder was read");
    describe(now, file.entry);
    return opened;
  }

  std::uint64_t size() const { return entry_->size; }
  std::uint64_t position() const { return position_; }
  bool at_end() const { return position_ >= size(); }

  // The next bytes: as many as there is room for, fewer at the end of the file as it was at the beginning.
  // -1 if that fails, 0 if the file has become shorter.
  ssize_t read(std::byte* room, std::size_t bytes) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, size() - position_));
    std::size_t got = 0;
    while (got < wanted) {
      const ssize_t more = ::read(file_.number(), room + got, wanted - got);
      if (more < 0 && errno == EINTR) continue;
      if (more < 0) return -1;
      if (more == 0) return 0;
      got += static_cast<std::size_t>(more);
    }
    position_ += got;
    return static_cast<ssize_t>(got);
  }

  // Whether the file is what it was at the beginning. A change of its mode or its links counts too: it has
  // the same mark.
  bool is_unchanged() const {
    struct stat about_now {};
    if (::fstat(file_.number(), &about_now) != 0) return false;
    TreeEntry now;
    describe(about_now, now);
    return now.is_file() && now.identity == entry_->identity && now.size == entry_->size &&
           now.modified == entry_->modified && now.changed == entry_->changed;
  }

 private:
  OpenFile(FileDescriptor file, const TreeEntry& entry) : file_(std::move(file)), entry_(&entry) {}

  FileDescriptor file_;
  const TreeEntry* entry_;
  std::uint64_t position_ = 0;
};

}  // namespace

ContentDigest digest_of_nothing() {
  const XXH128_hash_t hash = XXH3_128bits("", 0);
  return {hash.high64, hash.low64};
}

ContentReader::ContentReader(ReadingWatch& watch)
    : watch_(watch),
      block_(std::make_unique_for_overwrite<std::byte[]>(kBlockBytes)),
      other_block_(std::make_unique_for_overwrite<std::byte[]>(kBlockBytes)) {}

Result<ContentDigest> ContentReader::digest(const FileInTree& file) {
  XXH3_state_t state;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    auto opened = OpenFile::open(file, beginning_of(attempt));
    if (!opened) return failure(opened.error());
    XXH3_128bits_reset(&state);
    bool is_short = false;
    while (!opened->at_end() && !is_short) {
      if (auto going = watch_.may_go_on(file.tree.name); !going) return failure(going.error());
      const ssize_t got = opened->read(block_.get(), kBlockBytes);
      if (got < 0) return unreadable(file, errno);
      XXH3_128bits_update(&state, block_.get(), static_cast<std::size_t>(got));
      watch_.bytes.fetch_add(static_cast<std::uint64_t>(got), std::memory_order_relaxed);
      is_short = got == 0;
      if (after_first_block && opened->position() <= kBlockBytes) after_first_block(file.entry);
    }
    if (is_short || !opened->is_unchanged()) continue;
    const XXH128_hash_t hash = XXH3_128bits_digest(&state);
    return ContentDigest{hash.high64, hash.low64};
  }
  return unstable(file);
}

Result<bool> ContentReader::same(const FileInTree& left, const FileInTree& right, Culprit& culprit) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    culprit = Culprit::left;
    auto one = OpenFile::open(left, beginning_of(attempt));
    if (!one) return failure(one.error());
    culprit = Culprit::right;
    auto other = OpenFile::open(right, beginning_of(attempt));
    if (!other) return failure(other.error());
    bool is_same = one->size() == other->size();
    bool is_short = false;
    while (is_same && !one->at_end() && !is_short) {
      if (auto going = watch_.may_go_on(left.tree.name); !going) return failure(going.error());
      culprit = Culprit::left;
      const ssize_t got = one->read(block_.get(), kBlockBytes);
      if (got < 0) return unreadable(left, errno);
      culprit = Culprit::right;
      const ssize_t got_too = other->read(other_block_.get(), kBlockBytes);
      if (got_too < 0) return unreadable(right, errno);
      watch_.bytes.fetch_add(static_cast<std::uint64_t>(got + got_too), std::memory_order_relaxed);
      is_short = got == 0 || got_too == 0;
      is_same = is_short || std::memcmp(block_.get(), other_block_.get(), static_cast<std::size_t>(got)) == 0;
      if (after_first_block && one->position() <= kBlockBytes) after_first_block(left.entry);
    }
    const bool left_stays = one->is_unchanged();
    const bool right_stays = other->is_unchanged();
    if (!is_short && left_stays && right_stays) return is_same;
    culprit = left_stays ? Culprit::right : Culprit::left;
  }
  return unstable(culprit == Culprit::left ? left : right);
}

}  // namespace peel::sources::tree

// FakeSpill: files in memory. It counts them, and fails where a test asks it to.
#pragma once

#include "peel/reconcile/spill.hpp"

#include <algorithm>
#include <limits>
#include <memory>

namespace peel::test {

class FakeSpill : public reconcile::Spill {
 public:
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t files_allowed = kNoLimit;
  std::uint64_t bytes_allowed = kNoLimit;  // to be appended, over all files
  std::uint64_t bytes_read_at_once = kNoLimit;
  std::uint64_t readable_bytes = kNoLimit;  // of each file; what is behind them was lost
  bool can_be_read = true;

  std::uint64_t created() const { return created_; }
  std::uint64_t open() const { return open_; }

  Result<std::unique_ptr<reconcile::SpillFile>> create() override {
    if (created_ == files_allowed) return failure(ErrorCode::io, "no more files can be made");
    ++created_;
    return std::make_unique<File>(*this);
  }

 private:
  class File : public reconcile::SpillFile {
   public:
    explicit File(FakeSpill& spill) : spill_(spill) { ++spill_.open_; }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() override { --spill_.open_; }

    Result<void> append(ByteView bytes) override {
      if (spill_.bytes_allowed < bytes.size()) return failure(ErrorCode::io, "the disk is full");
      spill_.bytes_allowed -= bytes.size();
      bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
      return {};
    }
    Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> room) const override {
      if (!spill_.can_be_read) return failure(ErrorCode::io, "the disk is broken");
      const std::uint64_t end = std::min<std::uint64_t>(bytes_.size(), spill_.readable_bytes);
      if (offset >= end) return std::size_t{0};
      const std::uint64_t size =
          std::min({end - offset, std::uint64_t{room.size()}, spill_.bytes_read_at_once});
      std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), size, room.begin());
      return static_cast<std::size_t>(size);
    }
    std::uint64_t size() const override { return bytes_.size(); }

   private:
    FakeSpill& spill_;
    Bytes bytes_;
  };

  std::uint64_t created_ = 0;
  std::uint64_t open_ = 0;
};

}  // namespace peel::test

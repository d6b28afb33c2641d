// Records put aside while there is no memory for them, and read back in the order in which they came. Small
// amounts stay in memory; flush() spills them.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/reconcile/spill.hpp"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>

namespace peel::reconcile {

class SpilledRecords {
 public:
  explicit SpilledRecords(Spill& spill) : spill_(&spill) {}

  // A record is any bytes, of less than 2^32.
  void append(std::initializer_list<ByteView> parts);
  Result<void> flush();

  std::uint64_t records() const { return records_; }
  std::uint64_t bytes() const { return spilled_bytes() + waiting_.size(); }
  std::uint64_t waiting_bytes() const { return waiting_.size(); }
  std::uint64_t spilled_bytes() const { return file_ ? file_->size() : 0; }

  // Reads from the first record on. Nothing may be appended meanwhile.
  class Reader {
   public:
    explicit Reader(const SpilledRecords& records) : records_(records) {}
    // The next record, valid until the next call; nothing at the end.
    Result<std::optional<ByteView>> next();

   private:
    Result<bool> have(std::size_t bytes);

    const SpilledRecords& records_;
    Bytes buffer_;
    std::size_t begin_ = 0;
    std::uint64_t position_ = 0;  // of what was not yet read into the buffer
    std::uint64_t read_ = 0;      // records
  };

 private:
  Spill* spill_;
  std::uint64_t records_ = 0;
  Bytes waiting_;
  std::unique_ptr<SpillFile> file_;
};

}  // namespace peel::reconcile

// --max-delete: how many rows may be removed, as a number or as a share of those that are there.
#pragma once

#include "peel/core/result.hpp"

#include <cstdint>
#include <string>

namespace peel::cli {

class DeleteLimit {
 public:
  // "100" or "10%". Fails with `invalid_argument`.
  static Result<DeleteLimit> parse(const std::string& text);

  // The most that may be removed of so many rows; a share is rounded down.
  std::uint64_t allowed_of(std::uint64_t rows) const;
  // As it was given.
  const std::string& text() const { return text_; }

 private:
  DeleteLimit(std::string text, std::uint64_t number) : text_(std::move(text)), number_(number) {}
  bool is_share() const { return text_.ends_with('%'); }

  std::string text_;
  std::uint64_t number_;
};

}  // namespace peel::cli

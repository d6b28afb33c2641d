#include "peel/rows/row_batch.hpp"

#include <algorithm>
#include <cstring>

namespace peel::rows {

void RowBatch::clear(std::size_t columns) {
  columns_ = columns;
  is_typed_ = false;
  raws_.clear();
  lines_.clear();
  fields_.clear();
  escaped_.clear();
}

void RowBatch::clear_typed(std::size_t columns) {
  clear(columns);
  is_typed_ = true;
  tags_.clear();
  block_ = used_ = kept_bytes_ = 0;
}

void RowBatch::add_cell(const Cell& cell) {
  tags_.push_back(cell.tag);
  fields_.push_back(keep(cell.payload));
}

void RowBatch::end_row(std::uint64_t order) {
  add_row({}, order);
}

std::string_view RowBatch::keep(std::string_view payload) {
  constexpr std::size_t kBlockBytes = std::size_t{1} << 16;
  if (payload.empty()) return {};
  while (block_ < blocks_.size() && blocks_[block_].size - used_ < payload.size()) {
    ++block_;
    used_ = 0;
  }
  if (block_ == blocks_.size()) {
    const std::size_t size = std::max(kBlockBytes, payload.size());
    blocks_.push_back({std::make_unique_for_overwrite<char[]>(size), size});
  }
  char* const to = blocks_[block_].bytes.get() + used_;
  std::memcpy(to, payload.data(), payload.size());
  used_ += payload.size();
  kept_bytes_ += payload.size();
  return {to, payload.size()};
}

std::span<std::string_view> RowBatch::begin_row() {
  fields_.resize(fields_.size() + columns_);
  return std::span(fields_).last(columns_);
}

void RowBatch::mark_escaped(std::size_t column) {
  escaped_.push_back(raws_.size() * columns_ + column);
}

void RowBatch::add_row(std::string_view raw, std::uint64_t line) {
  raws_.push_back(raw);
  lines_.push_back(line);
}

void RowBatch::drop_row() {
  fields_.resize(raws_.size() * columns_);
  if (is_typed_) tags_.resize(fields_.size());
  while (!escaped_.empty() && escaped_.back() >= fields_.size()) escaped_.pop_back();
}

void RowBatch::finish() {
  std::size_t needed = 0;
  for (const std::size_t field : escaped_) needed += fields_[field].size();
  // Grown once, before anything points into it.
  if (unescaped_.size() < needed) unescaped_.resize(needed);
  char* to = unescaped_.data();
  for (const std::size_t field : escaped_) {
    const char* const begin = to;
    const std::string_view doubled = fields_[field];
    for (std::size_t i = 0; i < doubled.size(); ++i) {
      *to++ = doubled[i];
      if (doubled[i] == '"') ++i;
    }
    fields_[field] = {begin, static_cast<std::size_t>(to - begin)};
  }
}

}  // namespace peel::rows

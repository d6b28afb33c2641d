#include "sources/row_batch.hpp"

namespace peel::sources {

void RowBatch::clear(std::size_t columns) {
  columns_ = columns;
  raws_.clear();
  lines_.clear();
  fields_.clear();
  escaped_.clear();
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

}  // namespace peel::sources

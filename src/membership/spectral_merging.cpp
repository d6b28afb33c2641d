// What concerns all cells of a spectral filter: joining two, and what a filter knows of itself.
#include "peel/membership/spectral_bloom_filter.hpp"

#include "membership/filter_checks.hpp"
#include "membership/spectral_cells.hpp"

#include <algorithm>

namespace peel {

namespace {

std::uint64_t cells_set(const SpectralBloomFilter& filter) {
  return with_spectral_cells(filter.shape(), [&](const auto& cells) {
    std::uint64_t set = 0;
    for (std::uint64_t cell = 0; cell < filter.shape().cells().value; ++cell)
      set += cells.read(filter.words().data(), cell) == 0 ? 0U : 1U;
    return set;
  });
}

}  // namespace

Result<void> SpectralBloomFilter::merge(const SpectralBloomFilter& other) {
  if (auto ok = check_compatible(*this, other); !ok) return ok;
  if (insertion_ != other.insertion_)
    return failure(ErrorCode::incompatible, "the filters differ in how they insert");
  if (insertion_ != SpectralInsertion::minimum_selection) {
    return failure(ErrorCode::unsupported,
                   "spectral filters of minimal increase cannot be merged: accepted is minimum selection");
  }
  with_spectral_cells(shape_, [&]<class Cells>(const Cells&) {
    const std::uint64_t* const more = other.words_.data();
    for (std::uint64_t i = 0; i < words_.size(); ++i) {
      std::uint64_t word = 0;
      for (std::uint64_t j = 0; j < Cells::kPerWord; ++j) {
        const std::uint64_t cell = i * Cells::kPerWord + j;
        word |= Cells::sum(Cells::read(words_.data(), cell), Cells::read(more, cell))
                << j * (kLaneBits / Cells::kPerWord);
      }
      words_.data()[i] = word;
    }
  });
  return {};
}

void SpectralBloomFilter::clear() {
  std::ranges::fill(words_.span(), 0);
}

double SpectralBloomFilter::fill() const {
  return static_cast<double>(cells_set(*this)) / static_cast<double>(shape_.cells().value);
}

CellCount SpectralBloomFilter::saturated() const {
  return with_spectral_cells(shape_, [&]<class Cells>(const Cells&) {
    std::uint64_t saturated = 0;
    for (std::uint64_t cell = 0; cell < shape_.cells().value; ++cell)
      saturated += Cells::read(words_.data(), cell) == Cells::kMost ? 1U : 0U;
    return CellCount(saturated);
  });
}

double SpectralBloomFilter::current_rate() const {
  return analysis::rate_given(shape_, CellCount(cells_set(*this)));
}

analysis::ItemEstimate SpectralBloomFilter::estimated_items() const {
  return analysis::estimated_items(shape_, CellCount(cells_set(*this)));
}

bool SpectralBloomFilter::empty() const {
  return std::ranges::all_of(words(), [](std::uint64_t word) { return word == 0; });
}

bool operator==(const SpectralBloomFilter& a, const SpectralBloomFilter& b) {
  return check_compatible(a, b) && a.insertion_ == b.insertion_ && std::ranges::equal(a.words(), b.words());
}

}  // namespace peel

// What a progress display says, as pure functions: rate, time left, sizes in words, and a line of a given
// width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace peel::cli {

// What is counted: bytes have a rate worth showing. Work has none, and its pieces differ more in what they
// take.
enum class ProgressUnit : std::uint8_t { bytes, work };

// The rate of the last ten seconds, so that it follows the work without trembling; of work, that of the last
// ten minutes.
class RateMeter {
 public:
  explicit RateMeter(ProgressUnit unit = ProgressUnit::bytes);

  // Samples come in the order of time.
  void add(double seconds, std::uint64_t bytes_done);

  // None before two samples at different times. Not negative, also if the work started over.
  std::optional<double> bytes_per_second() const;

 private:
  struct Sample {
    double seconds;
    std::uint64_t bytes_done;
  };
  double window_seconds_;
  std::deque<Sample> samples_;
};

struct ProgressView {
  std::string what;  // any bytes: what is not printable is escaped
  std::uint64_t done = 0;
  std::optional<std::uint64_t> total;
  std::optional<double> bytes_per_second;
  ProgressUnit unit = ProgressUnit::bytes;
};

// None if the rate or the total is not known, if nothing moves, and beyond a hundred hours, which nobody
// believes.
std::optional<std::uint64_t> seconds_left(const ProgressView& view);

// Three digits and a decimal unit: "999 B", "1.50 kB", "12.0 MB".
std::string size_in_words(double bytes);

// "0:07", "12:34", "1:02:03".
std::string time_in_words(std::uint64_t seconds);

// "[====>     ]": exactly `columns` wide, at least two for the brackets. Full only if the share is 1.
std::string bar(double share, std::size_t columns);

// Shorter than `columns` by at least one, so that no terminal wraps it. What does not fit is left out: first
// the bar, then the end of `what`, then time, rate and share. Characters beyond ASCII count as two columns
// each: some are that wide, and a line that is a little short does no harm.
std::string progress_line(const ProgressView& view, std::size_t columns);

}  // namespace peel::cli

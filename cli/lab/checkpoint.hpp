// Results of trials in a file, so that a run that was killed goes on where it was. A scratch file of one
// machine and one build: results are memory as it is, and what another build wrote is not believed.
#pragma once

#include "peel/core/bytes.hpp"
#include "peel/core/result.hpp"
#include "peel/hashing/key_hash.hpp"
#include "peel/hashing/seed.hpp"

#include "lab/trials.hpp"
#include "sources/file_descriptor.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace peel::cli {

// Results of one trial number in two series are the same if the series have one name.
using SeriesName = KeyHash;
SeriesName series_name(std::string_view experiment, Seed seed, const lab::TrialSeries& series);

// What tells this program from one that may compute something else: the hash of its file.
Result<KeyHash> build_name();

class Checkpoint {
 public:
  // Takes what `build` has left in the file at `path`, and throws away what is damaged or of another build.
  // Fails with `io`, also if another run is writing to it.
  static Result<Checkpoint> open(const std::string& path, KeyHash build);

  // Those of the series that are kept, as TrialWatcher::recall has it.
  std::vector<lab::TrialRange> recall(SeriesName name, const lab::TrialSeries& series,
                                      std::span<std::byte> results) const;

  // Throws std::runtime_error with a sentence if the file cannot be written.
  void append(SeriesName name, lab::TrialRange done, std::span<const std::byte> results);

  // Trials that an earlier run has left.
  std::uint64_t trials_kept() const { return trials_kept_; }

  // The run is complete.
  void remove();

 private:
  struct Record {
    SeriesName name;
    lab::TrialRange done;
    Bytes results;
  };

  Checkpoint(sources::FileDescriptor file, std::string path)
      : file_(std::move(file)), path_(std::move(path)) {}
  std::uint64_t take_records(ByteView bytes);  // how many of the bytes are sound records

  sources::FileDescriptor file_;
  std::string path_;
  std::vector<Record> records_;
  std::uint64_t trials_kept_ = 0;
};

}  // namespace peel::cli

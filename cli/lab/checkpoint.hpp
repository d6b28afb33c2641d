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
  enum class Start : std::uint8_t { where_it_was, anew };

  // Takes what `build` has left in the file at `path`, as far as it is sound; nothing if it starts anew.
  // Fails with `io`, also if another run is writing to it; with `incompatible` for what another build has
  // left, and for a file that is none of ours, which stays as it is.
  static Result<Checkpoint> open(const std::string& path, KeyHash build, Start start = Start::where_it_was);

  // Those of the series that are kept, as TrialWatcher::recall has it.
  std::vector<lab::TrialRange> recall(SeriesName name, const lab::TrialSeries& series,
                                      std::span<std::byte> results);

  // Throws std::runtime_error with a sentence if the file cannot be written.
  void append(SeriesName name, lab::TrialRange done, std::span<const std::byte> results);

  // Trials that earlier runs have left.
  std::uint64_t trials_kept() const { return trials_kept_; }

  // The run is complete: the file goes, unless it keeps series that this run did not ask for, of a longer
  // one.
  void complete();

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
  std::vector<SeriesName> asked_for_;
  std::uint64_t trials_kept_ = 0;
};

}  // namespace peel::cli

// What peel inspect and peel filter info say of a file: rows for people and JSON for programs. Each kind of
// file says its own in an overload of say(); what several kinds share is in words.hpp.
#pragma once

#include "cli/output/json.hpp"
#include "cli/output/output.hpp"
#include "cli/output/text_table.hpp"
#include "cli/peel_file.hpp"
#include "cli/status.hpp"

#include <fmt/format.h>
#include <utility>
#include <vector>

namespace peel::cli {

struct Inspection {
  std::vector<Row> rows = {};      // for people: a label and what it says
  Json file = {};                  // for programs: what the file is,
  Json summary = {{"schema", 1}};  // and what is in it
  Status status = Status::done;

  // Adds a row.
  template <class... Values>
  void say(const char* label, fmt::format_string<Values...> words, Values&&... values) {
    rows.push_back({label, fmt::format(words, std::forward<Values>(values)...)});
  }
};

// Tables and counters are listed in place, since a copy would take as much memory again: the file keeps what
// could not be listed. A table that cannot be listed is a finding; one that nobody can have filled honestly
// is trouble.
Inspection look_at(PeelFile& file);

enum class InspectionFormat : std::uint8_t { text, json };
void print(const Inspection& seen, const PeelFile& file, InspectionFormat format, Output& output);

// One for each kind of content.
void say(Iblt& table, const PeelFile& file, Inspection& seen);
void say(Sketch& sketch, const PeelFile& file, Inspection& seen);
void say(CountedStream& stream, const PeelFile& file, Inspection& seen);
void say(const BloomFilter& filter, const PeelFile& file, Inspection& seen);
void say(const CountingBloomFilter& filter, const PeelFile& file, Inspection& seen);
void say(const SpectralBloomFilter& filter, const PeelFile& file, Inspection& seen);
void say(const RotatingBloomFilter& filter, const PeelFile& file, Inspection& seen);
void say(const HeavyStream& stream, const PeelFile& file, Inspection& seen);
void say(const HeavyHitters& hitters, const PeelFile& file, Inspection& seen);
void say(const CountMinSketch& sketch, const PeelFile& file, Inspection& seen);
void say(const SignedSketch& sketch, const PeelFile& file, Inspection& seen);
void say(const RangeSketch& sketch, const PeelFile& file, Inspection& seen);
void say(const RatelessSketch& sketch, const PeelFile& file, Inspection& seen);
void say(const wire::SavedSummary& saved, const PeelFile& file, Inspection& seen);

}  // namespace peel::cli

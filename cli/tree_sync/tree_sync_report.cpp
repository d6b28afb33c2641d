#include "cli/tree_sync/tree_sync_report.hpp"

#include "cli/numbers.hpp"
#include "cli/output/json.hpp"
#include "cli/output/quoted.hpp"
#include "cli/sync/sync_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>
#include <vector>

namespace peel::cli {

namespace tree = sources::tree;
using tree::AdjustedEntry;
using tree::ChangeCounts;
using tree::Contents;
using tree::EntryCounts;
using tree::EntryKind;
using tree::EntryPair;
using tree::MovedEntry;
using tree::TreeEntry;
using tree::TreeProof;
using tree::TreeWork;

namespace {

struct ShownStep {
  std::string_view kind;  // "removed", "added", "changed", "moved"
  const TreeEntry* there = nullptr;
  const TreeEntry* wanted = nullptr;
  std::uint64_t files = 0;                     // of a moved folder
  std::vector<std::string> differences = {};   // of a changed one, for people
  std::vector<std::string_view> columns = {};  // the same, for programs

  const std::string& path() const { return wanted == nullptr ? there->path : wanted->path; }
};

ShownStep replaced(const EntryPair& pair) {
  ShownStep shown{"changed", pair.there, pair.wanted};
  const auto add = [&shown](std::string_view column, std::string text) {
    shown.columns.push_back(column);
    shown.differences.push_back(std::move(text));
  };
  if (pair.there->kind != pair.wanted->kind) {
    add("kind",
        fmt::format("kind {} -> {}", tree::name_of(pair.there->kind), tree::name_of(pair.wanted->kind)));
  } else if (pair.wanted->kind == EntryKind::link) {
    add("target", fmt::format("target {} -> {}", word_text(pair.there->target, ","),
                              word_text(pair.wanted->target, ",")));
  } else if (pair.there->size != pair.wanted->size) {
    add("size", fmt::format("size {} -> {}", pair.there->size, pair.wanted->size));
  } else {
    add("content", "content differs");
  }
  return shown;
}

ShownStep adjusted(const AdjustedEntry& entry) {
  ShownStep shown{"changed", entry.there, entry.wanted};
  if (entry.difference.mode) {
    shown.columns.emplace_back("mode");
    shown.differences.push_back(fmt::format("mode {} -> {}", tree::mode_text(entry.there->mode),
                                            tree::mode_text(tree::Copier::current().mode_of(*entry.wanted))));
  }
  if (entry.difference.owner) {
    shown.columns.emplace_back("owner");
    shown.differences.push_back(fmt::format("owner {}:{} -> {}:{}", entry.there->owner, entry.there->group,
                                            entry.wanted->owner, entry.wanted->group));
  }
  if (entry.difference.time && entry.wanted->is_file()) {
    shown.columns.emplace_back("mtime");
    shown.differences.emplace_back("time differs");
  }
  return shown;
}

std::vector<ShownStep> shown_steps(const TreeWork& work) {
  std::vector<ShownStep> steps;
  for (const TreeEntry* entry : work.removed) steps.push_back({"removed", entry});
  for (const TreeEntry* entry : work.added) steps.push_back({"added", nullptr, entry});
  for (const MovedEntry& move : work.moved)
    steps.push_back({"moved", move.there, move.wanted, move.there->is_folder() ? move.files : 0});
  for (const EntryPair& pair : work.replaced) steps.push_back(replaced(pair));
  for (const AdjustedEntry& entry : work.adjusted) {
    if (entry.counts_as() != tree::CountedAs::none) steps.push_back(adjusted(entry));
  }
  std::ranges::stable_sort(steps, {}, &ShownStep::path);
  return steps;
}

std::string spoken(const TreeEntry& entry) {
  return entry.path + (entry.is_folder() ? "/" : "");
}

std::string text_of(const ShownStep& step, const TextStyle& style) {
  const bool was_there = step.kind == "removed" || step.kind == "moved";
  const std::string path = word_text(spoken(was_there ? *step.there : *step.wanted));
  if (step.kind == "removed") return "- " + path;
  if (step.kind == "added") return "+ " + path;
  if (step.kind == "changed") return fmt::format("~ {}: {}", path, fmt::join(step.differences, ", "));
  std::string moved = fmt::format("> {} -> {}", path, word_text(spoken(*step.wanted)));
  if (step.files == 0) return moved;
  return moved + fmt::format("  ({} {})", style.number(step.files), step.files == 1 ? "file" : "files");
}

// For -z: names as they are; of a move the new one comes as a record of its own.
std::string names_of(const ShownStep& step) {
  if (step.kind == "removed") return "- " + spoken(*step.there) + '\0';
  if (step.kind == "added") return "+ " + spoken(*step.wanted) + '\0';
  if (step.kind == "changed") return "~ " + spoken(*step.wanted) + '\0';
  return "> " + spoken(*step.there) + '\0' + spoken(*step.wanted) + '\0';
}

const char* colour_of(const ShownStep& step) {
  return step.kind == "removed" ? "31" : step.kind == "added" ? "32" : step.kind == "changed" ? "33" : "36";
}

Json json_of(const ShownStep& step) {
  const TreeEntry& entry = step.there == nullptr ? *step.wanted : *step.there;
  const bool is_moved = step.kind == "moved";
  Json object = {{"op", step.kind}, {"key", {{"path", json_text(entry.path)}}}};
  if (is_moved) object["to"] = {{"path", json_text(step.wanted->path)}};
  object["kind"] = tree::name_of(entry.kind);
  if (step.files > 0) object["count"] = step.files;
  if (!step.columns.empty()) object["differs"] = step.columns;
  return object;
}

// "3 entries would be changed, 1 added"; what is 0 is left out.
std::string in_words(const ChangeCounts& counts, std::string_view mood) {
  std::string words;
  for (const auto& [number, what] :
       {std::pair(counts.changed, "changed"), std::pair(counts.added, "added"),
        std::pair(counts.moved, "moved"), std::pair(counts.removed, "removed")}) {
    if (number == 0) continue;
    words += words.empty()
                 ? fmt::format("{} {} {}{}", grouped(number), number == 1 ? "entry" : "entries", mood, what)
                 : fmt::format(", {} {}", grouped(number), what);
  }
  return words.empty() ? "nothing" : words;
}

// "3 files, 1 folder"
std::string in_words(const EntryCounts& counts) {
  std::string words = counted(counts.files, "file");
  if (counts.folders > 0) words += ", " + counted(counts.folders, "folder");
  if (counts.others > 0) {
    words += fmt::format(", {} {}", grouped(counts.others),
                         counts.others == 1 ? "link or other" : "links or others");
  }
  return words;
}

std::string proof_in_words(const TreeSyncOutcome& outcome) {
  const TreeProof& proof = *outcome.target.proof();
  if (outcome.is_equal()) {
    return fmt::format(
        "{}: {} on each side, {} read back; digest of names, sizes and times {}",
        outcome.target.contents() == Contents::read ? "proved equal" : "equal by size and time",
        in_words(proof.counts), counted(proof.read_back, "file"), proof.digest);
  }
  if (proof.left_over > 0) {
    return fmt::format("not equal: {} {} would still have to be changed{}", grouped(proof.left_over),
                       proof.left_over == 1 ? "entry" : "entries",
                       outcome.is_complete() ? "; run it again" : "");
  }
  if (!outcome.is_complete()) return "not proved: not everything could be read or written";
  return fmt::format("not equal: the file system of RIGHT cannot hold the {} of {}; all else is equal",
                     proof.unheld_times == 1 ? "time" : "times", counted(proof.unheld_times, "file"));
}

std::string done_in_words(const TreeSyncOutcome& outcome) {
  const ChangeCounts planned = outcome.target.work().counts();
  if (planned.all() == 0) return "";
  const ChangeCounts not_done = planned.without(outcome.target.done());
  return fmt::format("done: {}{}\n", in_words(outcome.target.done(), ""),
                     not_done.all() == 0 ? "" : "; not done: " + in_words(not_done, ""));
}

}  // namespace

std::uint64_t show_work(const TreeWork& work, ReportForm form, TextStyle style, std::uint64_t limit,
                        Output& output) {
  if (form == ReportForm::nothing) return 0;
  const std::vector<ShownStep> steps = shown_steps(work);
  const std::size_t shown = std::min<std::uint64_t>(limit, steps.size());
  for (std::size_t i = 0; i < shown; ++i) {
    if (form == ReportForm::json) {
      write_json_line(output, json_of(steps[i]));
      continue;
    }
    if (style.line_end == LineEnd::null) {
      output.write(names_of(steps[i]));
      continue;
    }
    const std::string text = text_of(steps[i], style);
    output.write(style.colour == Colour::on ? fmt::format("\x1b[{}m{}\x1b[0m\n", colour_of(steps[i]), text)
                                            : text + "\n");
  }
  return steps.size() - shown;
}

std::string outcome_in_words(const TreeSyncOutcome& outcome) {
  const ChangeCounts counts = outcome.target.work().counts();
  if (counts.all() == 0 && !outcome.target.proof()) {
    if (!outcome.is_complete()) return "not known to be equal: not everything can be read or written\n";
    if (outcome.target.right_was_missing())
      return "dry run: an empty folder would be made; nothing was written; --apply does it\n";
    return fmt::format("nothing to do: {} on each side{}\n", in_words(outcome.target.left_entries()),
                       outcome.target.contents() == Contents::read ? "" : ", by size and time");
  }
  if (outcome.target.proof()) return done_in_words(outcome) + proof_in_words(outcome) + "\n";
  const std::uint64_t entries = outcome.target.right_entries().all();
  const std::string why =
      outcome.exceeded ? fmt::format("--max-delete {} is {} of {} {}, and --max-delete {} would do",
                                     outcome.exceeded->text(), grouped(outcome.exceeded->allowed_of(entries)),
                                     grouped(entries), entries == 1 ? "entry" : "entries", counts.removed)
                       : "--apply does it";
  return fmt::format("{}: {}; nothing was written; {}\n", outcome.exceeded ? "stopped" : "dry run",
                     in_words(counts, "would be "), why);
}

void show_outcome(const TreeSyncOutcome& outcome, ReportForm form, TextStyle style, Output& output) {
  if (form == ReportForm::nothing) return;
  if (form == ReportForm::text)
    return write_words(outcome_in_words(outcome), outcome.not_shown, style, output);
  const ChangeCounts counts = outcome.target.work().counts();
  const std::optional<TreeProof>& proof = outcome.target.proof();
  Json object = {{"schema", 1},
                 {"complete", outcome.is_complete()},
                 {"applied", outcome.applied},
                 {"proved", outcome.is_equal() && outcome.target.contents() == Contents::read},
                 {"removed", counts.removed},
                 {"added", counts.added},
                 {"changed", counts.changed},
                 {"moved", counts.moved},
                 {"not_shown", outcome.not_shown},
                 {"stopped_by_max_delete", outcome.exceeded.has_value()},
                 {"rows_left", outcome.target.left_entries().all()},
                 {"rows_right", (proof ? proof->counts : outcome.target.right_entries()).all()},
                 {"method", "tree"}};
  if (outcome.is_equal())
    object["equal_by"] = outcome.target.contents() == Contents::read ? "contents" : "size and time";
  if (proof) {
    object["done"] = outcome.target.done().all();
    object["left_over"] = proof->left_over + proof->unheld_times;
    object["read_back"] = proof->read_back;
    object["digest"] = proof->digest;
  }
  write_json_line(output, {{"summary", object}});
}

}  // namespace peel::cli

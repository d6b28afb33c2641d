// A folder against a sketch of one, or two sketches. What the sketch lists are folders' numbers and names;
// they become paths by what is in the folder, and by what is listed of folders that are gone.
#include "cli/diff/diff_report.hpp"
#include "cli/diff/reporter.hpp"
#include "cli/diff/row_terms.hpp"
#include "cli/diff/sketch_diff.hpp"
#include "cli/input.hpp"
#include "cli/numbers.hpp"
#include "cli/output/printable.hpp"
#include "cli/tree/tree_diff.hpp"
#include "cli/tree/tree_display.hpp"
#include "cli/tree/tree_sketch.hpp"
#include "sources/tree/listed_paths.hpp"
#include "sources/tree/lone_values.hpp"
#include "sources/tree/tree_moves.hpp"

#include <algorithm>
#include <cstdio>

namespace peel::cli {

namespace tree = sources::tree;

namespace {

// What is known of an entry on one side.
struct Listed {
  const tree::TreeEntry* entry = nullptr;     // if it is in the folder
  std::optional<tree::ListedName> name = {};  // if the sketch has it
  std::string digest = {};                    // in the place of a name
  std::optional<std::uint64_t> value = {};
  tree::ListedPath path = {};
};

struct ListedChange {
  ChangeKind kind;
  Listed left;
  Listed right;
  bool may_be_changed;

  const Listed& row() const { return kind == ChangeKind::added ? right : left; }
};

class TreeSketchDiff {
 public:
  // `source` is the folder, none if both sides are sketches.
  TreeSketchDiff(const TreeReading& reading, const tree::TreeSource* source)
      : source_(source), shown_(reading.terms) {}

  // Keys and values are views, so what is needed of them is copied.
  void take(const ShownChange& change) {
    changes_.push_back({change.kind, listed(change.left), listed(change.right), change.may_be_changed});
  }

  // Everything was taken.
  void show(Reporter& reporter) {
    find_paths();
    drop_what_is_hidden();
    const tree::Moves moves = find_moves();
    for (const tree::Move& move : moves.moves) {
      shown_changes_.push_back(
          {{ChangeKind::moved, *removed_[move.removed], *added_[move.added], false}, move.files});
    }
    std::vector<const ListedChange*> gone;
    for (const auto& [from, to] : moves.pairs) {
      gone.push_back(removed_change_[from]);
      gone.push_back(added_change_[to]);
    }
    std::ranges::sort(gone);
    for (const ListedChange& change : changes_) {
      if (!std::ranges::binary_search(gone, &change)) shown_changes_.push_back({change, 1});
    }
    std::ranges::stable_sort(shown_changes_, {}, [](const Counted& counted) {
      const ListedChange& change = counted.change;
      return std::pair(change.kind == ChangeKind::added, change.row().path.path);
    });
    for (const Counted& counted : shown_changes_) reporter.show(shown(counted));
  }

 private:
  struct Counted {
    ListedChange change;
    std::uint64_t files;
  };

  Listed listed(const ShownRow& row) const {
    Listed known{.digest = row.digest, .value = row.value_digest};
    if (row.order && source_ != nullptr) known.entry = &source_->scan().entries.at(*row.order - 1);
    if (row.key.size() == 2 && row.key[0].tag == rows::CellTag::integer) {
      known.name = {static_cast<tree::FolderNumber>(rows::integer_of(row.key[0])),
                    std::string(row.key[1].payload)};
    }
    return known;
  }

  void find_paths() {
    tree::ListedPaths paths;
    if (source_ != nullptr) paths.know(source_->folders());
    std::vector<tree::ListedName> names;
    for (const ListedChange& change : changes_) {
      for (const Listed* side : {&change.left, &change.right}) {
        if (side->entry == nullptr && side->name) names.push_back(*side->name);
      }
    }
    paths.learn(names);
    for (ListedChange& change : changes_) {
      for (Listed* side : {&change.left, &change.right}) {
        side->path = side->entry != nullptr ? tree::ListedPath{side->entry->path}
                     : side->name           ? paths.of(*side->name)
                                            : tree::ListedPath{side->digest, false};
      }
      // One side may know what the other does not.
      if (change.kind == ChangeKind::changed) {
        if (change.left.entry != nullptr) change.right.path = change.left.path;
        if (change.right.entry != nullptr) change.left.path = change.right.path;
      }
    }
  }

  // What the sketch has and the folder seems not to have may be where nobody could look.
  void drop_what_is_hidden() {
    if (source_ == nullptr || source_->scan().troubles.empty()) return;
    const auto& troubles = source_->scan().troubles;
    const tree::HiddenPaths hidden(troubles);
    std::erase_if(changes_, [&](const ListedChange& change) {
      const Listed& row = change.row();
      if (change.kind == ChangeKind::changed || row.entry != nullptr) return false;
      return !row.path.is_exact || hidden.may_hold(row.path.path) ||
             std::ranges::any_of(
                 troubles, [&](const tree::TreeTrouble& trouble) { return trouble.path == row.path.path; });
    });
  }

  // Where not all was listed, nobody knows whether an entry is gone or changed: then none moved.
  tree::Moves find_moves() {
    struct Lone {
      const ListedChange* change;
      tree::LoneEntry entry;
    };
    std::vector<Lone> removed;
    std::vector<Lone> added;
    for (const ListedChange& change : changes_) {
      if (change.kind == ChangeKind::changed || change.may_be_changed) continue;
      const Listed& row = change.row();
      tree::LoneEntry entry{row.path.path, std::nullopt};
      if (row.value) entry.value = tree::ValueDigest{0, *row.value};
      if (row.entry != nullptr) {
        entry.substance = tree::substance_of(*row.entry);
        entry.is_empty_file = row.entry->is_file() && row.entry->size == 0;
      }
      (change.kind == ChangeKind::removed ? removed : added).push_back({&change, std::move(entry)});
    }
    const auto split = [](std::vector<Lone>& lone, std::vector<const ListedChange*>& changes,
                          std::vector<const Listed*>& rows) {
      std::ranges::sort(lone, {}, [](const Lone& one) -> const std::string& { return one.entry.path; });
      std::vector<tree::LoneEntry> entries;
      for (Lone& one : lone) {
        changes.push_back(one.change);
        rows.push_back(&one.change->row());
        entries.push_back(std::move(one.entry));
      }
      return entries;
    };
    const auto from = split(removed, removed_change_, removed_);
    const auto to = split(added, added_change_, added_);
    return tree::find_moves(from, to);
  }

  ShownChange shown(const Counted& counted) {
    const ListedChange& change = counted.change;
    ShownChange result{change.kind, {}, {}, counted.files};
    result.may_be_changed = change.may_be_changed;
    if (change.kind != ChangeKind::added)
      result.left = change.left.entry != nullptr ? shown_.left(*change.left.entry) : only_path(change.left);
    if (change.kind != ChangeKind::removed)
      result.right =
          change.right.entry != nullptr ? shown_.right(*change.right.entry) : only_path(change.right);
    // What moved is the same on both sides.
    if (change.kind == ChangeKind::moved && !result.left.values) result.left.values = result.right.values;
    if (change.kind == ChangeKind::moved && !result.right.values) result.right.values = result.left.values;
    const tree::TreeEntry* const entry =
        change.left.entry != nullptr ? change.left.entry : change.right.entry;
    if (entry != nullptr) result.place = number_of(*entry, source_->scan());
    return result;
  }

  static ShownRow only_path(const Listed& row) {
    if (!row.path.is_exact) return {{}, std::nullopt, printable(row.path.path)};
    return {{{rows::CellTag::text, row.path.path}}};
  }

  const tree::TreeSource* source_;
  ShownEntries shown_;
  std::vector<ListedChange> changes_;
  std::vector<Counted> shown_changes_;  // moves, and what they do not explain
  // Those that may have moved, by path.
  std::vector<const ListedChange*> removed_change_;
  std::vector<const ListedChange*> added_change_;
  std::vector<const Listed*> removed_;
  std::vector<const Listed*> added_;
};

}  // namespace

Result<Status> diff_tree_sketches(const DiffOptions& options, const DiffChoices& choices,
                                  TreeSketches sketches, Output& output) {
  if (auto checked = check_diff_of_trees(options, choices); !checked) return failure(checked.error());
  const NamedSketch& known = sketches.left ? *sketches.left : *sketches.right;
  const auto reading = tree_reading_of(known, options.source);
  if (!reading) return failure(reading.error());
  const RowTerms item_terms = terms_of(known.sketch.description);
  const bool is_left_sketch = sketches.left.has_value();
  const bool is_right_sketch = sketches.right.has_value();
  const tree::TreeSource* folder = nullptr;
  std::optional<DiffSide> rows;
  if (!is_left_sketch || !is_right_sketch) {
    auto source = open_tree_like(known, is_left_sketch ? options.right : options.left, options.source);
    if (!source) return failure(source.error());
    folder = source->get();
    auto side = side_of(std::move(*source), item_terms);
    if (!side) return failure(side.error());
    rows.emplace(std::move(*side));
  }
  const auto side_for = [&rows](const std::string& path, std::optional<NamedSketch>& sketch) {
    return sketch ? SketchDiffSide{sketch->name, std::move(sketch->sketch), nullptr}
                  : SketchDiffSide{spoken_name(path), std::nullopt, &*rows};
  };
  Progress progress(choices.progress);
  SketchDiff diff(side_for(options.left, sketches.left), side_for(options.right, sketches.right), item_terms,
                  progress);
  TreeSketchDiff listed(*reading, folder);
  if (auto found = diff.run([&listed](const ShownChange& change) { listed.take(change); }); !found)
    return failure(found.error());

  const std::size_t troubles = folder == nullptr ? 0 : folder->scan().troubles.size();
  if (folder != nullptr) name_troubles(folder->scan().troubles);
  RowTerms terms = row_terms_of(reading->terms);
  if (is_left_sketch) terms.left_place = sources::RowPlace::none;
  if (is_right_sketch) terms.right_place = sources::RowPlace::none;
  const auto writer = writer_for(options, choices, terms, output);
  if (writer) writer->begin();
  Reporter reporter(terms, writer.get(), choices.limit);
  listed.show(reporter);
  reporter.summary.stats = diff.stats();
  reporter.summary.stats.is_tree = true;
  reporter.summary.complete = !diff.incomplete() && troubles == 0;
  const std::string why = diff.incomplete() ? *diff.incomplete() : troubles > 0 ? not_complete(troubles) : "";
  reporter.summary.why_incomplete = why;
  if (writer) writer->end(reporter.summary);
  report(reporter.summary, options, choices, terms, output);
  if (!why.empty()) {
    output.finish();
    std::fprintf(stderr, "peel: %s\n", printable(why).c_str());
  }
  return status_of(reporter.summary);
}

}  // namespace peel::cli

#include "sources/tree/tree_comparison.hpp"

#include "sources/tree/content_reader.hpp"
#include "sources/tree/lone_values.hpp"
#include "sources/tree/parallel.hpp"
#include "sources/tree/tree_moves.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace peel::sources::tree {

namespace {

// Two files of which it is asked whether they have the same bytes.
struct FilePair {
  TreeEntry* left;
  TreeEntry* right;
  std::optional<bool> is_same = {};  // none: not known, and the trouble is
};

// A change that may be none, or other than it seems, until files were read.
struct Candidate {
  TreeChange change;
  std::optional<std::size_t> pair = {};  // what has to be known before
};

class Comparison {
 public:
  Comparison(const TreeComparison& what, ReadingWatch& watch)
      : left_(what.left), right_(what.right), terms_(what.terms), threads_(what.threads), watch_(watch) {}

  Result<TreeDifference> run(reconcile::Watch::Stage stage) {
    walk_together();
    if (terms_.reads()) {
      choose_digests();
      const auto shown = watch_.show(stage, bytes_to_read());
      read_all();
      find_moves_of_lone();
    }
    if (auto read = watch_.has_gone_on(); !read) return failure(read.error());
    return collect();
  }

 private:
  void walk_together() {
    const HiddenPaths hidden_left(left_.troubles);
    const HiddenPaths hidden_right(right_.troubles);
    auto left = left_.entries.begin();
    auto right = right_.entries.begin();
    while (left != left_.entries.end() || right != right_.entries.end()) {
      const int order = left == left_.entries.end()     ? 1
                        : right == right_.entries.end() ? -1
                                                        : left->path.compare(right->path);
      if (order == 0) {
        add_both(*left++, *right++);
      } else if (order < 0) {
        if (!hidden_right.may_hold(left->path)) removed_.push_back(&*left);
        ++left;
      } else {
        if (!hidden_left.may_hold(right->path)) added_.push_back(&*right);
        ++right;
      }
    }
  }

  void add_both(TreeEntry& left, TreeEntry& right) {
    Candidate candidate{{TreeChange::Kind::changed, &left, &right, difference_of(left, right, terms_)}};
    const bool is_one_file = left.identity == right.identity;
    if (terms_.reads() && left.is_file() && right.is_file() && left.size == right.size && left.size > 0 &&
        !is_one_file) {
      candidate.pair = pair_of(left, right);
    } else if (!candidate.change.difference.any()) {
      return;
    }
    both_.push_back(candidate);
  }

  // Hard links on both sides are compared once.
  std::size_t pair_of(TreeEntry& left, TreeEntry& right) {
    if (left.links == 1 || right.links == 1) {
      pairs_.push_back({&left, &right});
      return pairs_.size() - 1;
    }
    const auto [known, is_new] = linked_pairs_.try_emplace({left.identity, right.identity}, pairs_.size());
    if (is_new) pairs_.push_back({&left, &right});
    return known->second;
  }

  // Of lone files those that could be a file of the other side; of hard links one.
  void choose_digests() {
    std::map<std::uint64_t, unsigned> sizes;
    for (const TreeEntry* entry : removed_) {
      if (entry->is_file() && entry->size > 0) sizes[entry->size] |= 1U;
    }
    for (const TreeEntry* entry : added_) {
      if (entry->is_file() && entry->size > 0) sizes[entry->size] |= 2U;
    }
    std::map<FileIdentity, std::size_t> seen;
    for (const bool is_left : {true, false}) {
      for (TreeEntry* entry : is_left ? removed_ : added_) {
        if (!entry->is_file() || entry->size == 0 || sizes[entry->size] != 3U) continue;
        const auto [known, is_new] = seen.try_emplace(entry->identity, digests_.size());
        if (is_new)
          digests_.push_back({entry, is_left});
        else
          links_.emplace_back(entry, known->second);
      }
    }
  }

  std::uint64_t bytes_to_read() const {
    std::uint64_t bytes = 0;
    for (const FilePair& pair : pairs_) bytes += 2 * pair.left->size;
    for (const Digest& digest : digests_) bytes += digest.entry->size;
    return bytes;
  }

  // One for each thread.
  struct Reader {
    ContentReader reader;
    TreeOpener left;
    TreeOpener right;
  };

  Worker make_worker(const std::function<void(Reader&, std::size_t)>& work) const {
    auto own = std::make_shared<Reader>(
        Reader{ContentReader(watch_), TreeOpener(left_.root.number()), TreeOpener(right_.root.number())});
    return [own, &work](std::size_t i) { work(*own, i); };
  }

  void in_parallel_with_readers(std::size_t count, const std::function<void(Reader&, std::size_t)>& work) {
    in_parallel(count, threads_, [this, &work] { return make_worker(work); });
  }

  void read_all() {
    in_parallel_with_readers(pairs_.size() + digests_.size(), [this](Reader& own, std::size_t i) {
      if (i < pairs_.size()) return compare(own, pairs_[i]);
      const Digest& wanted = digests_[i - pairs_.size()];
      const FileInTree file{wanted.is_left ? left_ : right_, wanted.is_left ? own.left : own.right,
                            *wanted.entry};
      const auto digest = own.reader.digest(file);
      if (digest) wanted.entry->digest = *digest;
      if (!digest) add_trouble(file, digest.error());
    });
    for (const auto& [entry, known] : links_) entry->digest = digests_[known].entry->digest;
  }

  void compare(Reader& own, FilePair& pair) {
    const FileInTree left{left_, own.left, *pair.left};
    const FileInTree right{right_, own.right, *pair.right};
    ContentReader::Culprit culprit;
    const auto same = own.reader.same(left, right, culprit);
    if (same)
      pair.is_same = *same;
    else
      add_trouble(culprit == ContentReader::Culprit::left ? left : right, same.error());
  }

  void add_trouble(const FileInTree& file, const Error& error) {
    if (ends_work(error)) return;  // the watch remembers
    const std::lock_guard lock(mutex_);
    auto& troubles = &file.tree == &left_ ? left_.troubles : right_.troubles;
    troubles.push_back({file.entry.path, TreeTrouble::Unknown::contents, error.sentence()});
  }

  // Digests only say where to look: what is said to have moved has the same bytes. Whoever made two files of
  // one digest gets no move, and the others are found without these two.
  void find_moves_of_lone() {
    std::vector<LoneEntry> removed = lone_entries(removed_, terms_);
    std::vector<LoneEntry> added = lone_entries(added_, terms_);
    std::map<std::pair<std::size_t, std::size_t>, bool> known;
    for (bool is_settled = false; !is_settled && watch_.has_gone_on();) {
      moves_ = find_moves(removed, added);
      std::vector<std::pair<std::size_t, std::size_t>> asked;
      std::vector<FilePair> pairs;
      for (const auto& [from, to] : moves_.pairs) {
        if (removed[from].substance != LoneEntry::Substance::bytes || known.contains({from, to})) continue;
        if (removed_[from]->identity == added_[to]->identity) continue;
        asked.emplace_back(from, to);
        pairs.push_back({removed_[from], added_[to]});
      }
      in_parallel_with_readers(pairs.size(),
                               [this, &pairs](Reader& own, std::size_t i) { compare(own, pairs[i]); });
      is_settled = true;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const bool is_same = pairs[i].is_same.value_or(false);
        known.emplace(asked[i], is_same);
        if (is_same) continue;
        removed[asked[i].first].value.reset();
        added[asked[i].second].value.reset();
        is_settled = false;
      }
    }
  }

  TreeDifference collect() {
    TreeDifference result;
    for (Candidate& candidate : both_) {
      TreeChange& change = candidate.change;
      if (candidate.pair) {
        // Described anew since, perhaps.
        change.difference = difference_of(*change.left, *change.right, terms_);
        const FilePair& pair = pairs_[*candidate.pair];
        if (pair.is_same) change.difference.content = !*pair.is_same;
      }
      if (change.difference.any()) result.changes.push_back(change);
    }
    std::vector<bool> from(removed_.size());
    std::vector<bool> to(added_.size());
    for (const auto& [removed, added] : moves_.pairs) from[removed] = to[added] = true;
    for (const Move& move : moves_.moves) {
      result.changes.push_back(
          {TreeChange::Kind::moved, removed_[move.removed], added_[move.added], {}, move.files});
    }
    for (std::size_t i = 0; i < removed_.size(); ++i) {
      if (!from[i]) result.changes.push_back({TreeChange::Kind::removed, removed_[i]});
    }
    std::ranges::sort(result.changes, {},
                      [](const TreeChange& change) -> const std::string& { return change.left->path; });
    for (std::size_t i = 0; i < added_.size(); ++i) {
      if (!to[i]) result.changes.push_back({TreeChange::Kind::added, nullptr, added_[i]});
    }
    result.complete = left_.troubles.empty() && right_.troubles.empty();
    return result;
  }

  struct Digest {
    TreeEntry* entry;
    bool is_left;
  };

  TreeScan& left_;
  TreeScan& right_;
  TreeTerms terms_;
  std::size_t threads_;
  ReadingWatch& watch_;
  std::vector<Candidate> both_;  // by path
  std::vector<TreeEntry*> removed_;
  std::vector<TreeEntry*> added_;
  std::vector<FilePair> pairs_;
  std::map<std::pair<FileIdentity, FileIdentity>, std::size_t> linked_pairs_;
  std::vector<Digest> digests_;
  std::vector<std::pair<TreeEntry*, std::size_t>> links_;  // hard links of those
  Moves moves_;
  std::mutex mutex_;  // of troubles
};

}  // namespace

Result<TreeDifference> TreeComparison::run(ReadingWatch& watch, reconcile::Watch::Stage stage) {
  return Comparison(*this, watch).run(stage);
}

}  // namespace peel::sources::tree

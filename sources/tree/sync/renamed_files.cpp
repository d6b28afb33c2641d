#include "sources/tree/sync/renamed_files.hpp"

#include "sources/tree/content_reader.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace peel::sources::tree {

namespace {

bool is_replaced_file(const EntryPair& pair) {
  return pair.there->is_file() && pair.wanted->is_file();
}

class RenamedFiles {
 public:
  RenamedFiles(const TreePair& trees, ReadingWatch& watch, TreeWork& work)
      : trees_(trees),
        work_(work),
        watch_(watch),
        reader_(watch),
        left_(trees.left.root.number()),
        right_(trees.right.root.number()) {}

  Result<void> run() {
    const auto shown = watch_.show(reconcile::Watch::Stage::comparing);
    gather();
    for (auto& [size, sources] : sources_) {
      const auto wanted = wanted_.find(size);
      if (wanted == wanted_.end()) continue;
      // The one file of this size that comes replaces the one that goes: they are known to differ.
      if (sources.size() == 1 && wanted->second.size() == 1 &&
          sources.front()->path == wanted->second.front()->path) {
        continue;
      }
      match(sources, wanted->second);
      if (auto read = watch_.has_gone_on(); !read) return read;
    }
    rewrite_work();
    return {};
  }

 private:
  using Entries = std::vector<const TreeEntry*>;

  void gather() {
    const auto add = [](std::map<std::uint64_t, Entries>& to, const TreeEntry* entry) {
      if (entry->is_file() && entry->size > 0) to[entry->size].push_back(entry);
    };
    for (const TreeEntry* entry : work_.removed) add(sources_, entry);
    for (const TreeEntry* entry : work_.added) add(wanted_, entry);
    for (const EntryPair& pair : work_.replaced) {
      if (!is_replaced_file(pair)) continue;
      add(sources_, pair.there);
      add(wanted_, pair.wanted);
    }
  }

  std::optional<ContentDigest> digest(const TreeScan& scan, TreeOpener& opener, const TreeEntry& entry) {
    if (entry.digest) return entry.digest;
    TreeEntry now = entry;
    const auto digest = reader_.digest({scan, opener, now});
    // A file that changed since is not the one that was compared: hands off.
    if (!digest || now.changed != entry.changed || now.identity != entry.identity) return std::nullopt;
    return *digest;
  }

  void match(const Entries& sources, const Entries& wanted) {
    std::map<ContentDigest, Entries> likes;
    for (const TreeEntry* source : sources) {
      if (const auto found = digest(trees_.right, right_, *source)) likes[*found].push_back(source);
    }
    for (const TreeEntry* entry : wanted) {
      const auto found = digest(trees_.left, left_, *entry);
      if (!found) continue;
      const auto like = likes.find(*found);
      if (like == likes.end() || like->second.empty()) continue;
      const TreeEntry* const source = like->second.front();
      if (!is_same(*entry, *source)) continue;
      like->second.erase(like->second.begin());
      origins_.emplace(entry, source);
    }
  }

  // Digests say where to look, bytes what is there.
  bool is_same(const TreeEntry& wanted, const TreeEntry& source) {
    TreeEntry one = wanted;
    TreeEntry other = source;
    ContentReader::Culprit ignored;
    const auto same = reader_.same({trees_.left, left_, one}, {trees_.right, right_, other}, ignored);
    return same && *same && one.changed == wanted.changed && other.changed == source.changed;
  }

  void rewrite_work() {
    std::set<const TreeEntry*> used;
    for (const auto& [wanted, source] : origins_) {
      used.insert(source);
      work_.moved.push_back(
          {source, wanted, trees_.right.find(wanted->path), trees_.left.find(source->path) != nullptr});
    }
    const auto comes_from_there = [this](const TreeEntry* wanted) { return origins_.contains(wanted); };
    std::erase_if(work_.added, comes_from_there);
    std::erase_if(work_.replaced, [&](const EntryPair& pair) { return comes_from_there(pair.wanted); });
    std::erase_if(work_.removed, [&](const TreeEntry* entry) { return used.contains(entry); });
  }

  TreePair trees_;
  TreeWork& work_;
  ReadingWatch& watch_;
  ContentReader reader_;
  TreeOpener left_;
  TreeOpener right_;
  std::map<std::uint64_t, Entries> sources_;  // of RIGHT, by size
  std::map<std::uint64_t, Entries> wanted_;   // of LEFT, by size
  std::map<const TreeEntry*, const TreeEntry*> origins_;
};

}  // namespace

Result<void> find_renamed_files(const TreePair& trees, ReadingWatch& watch, TreeWork& work) {
  return RenamedFiles(trees, watch, work).run();
}

}  // namespace peel::sources::tree

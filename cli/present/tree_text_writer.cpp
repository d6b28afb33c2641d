#include "cli/output/quoted.hpp"
#include "cli/present/change_writer.hpp"

#include <fmt/format.h>

namespace peel::cli {

namespace {

class TreeTextWriter : public ChangeWriter {
 public:
  TreeTextWriter(const Terms& terms, TextStyle style, Output& output)
      : terms_(terms), style_(style), output_(output) {}

  void write(const ShownChange& change) override {
    if (style_.line_end == LineEnd::null) return names(change);
    switch (change.kind) {
      case ChangeKind::removed:
        return line(painted("31", "- " + path(change.left) + doubt(change)));
      case ChangeKind::added:
        return line(painted("32", "+ " + path(change.right) + doubt(change)));
      case ChangeKind::changed:
        return line(painted("33", "~ " + path(change.left)) + differences(change));
      case ChangeKind::moved:
        return line(painted("36", "> " + path(change.left) + " -> " + path(change.right)) + files(change));
    }
  }

 private:
  void line(const std::string& text) { output_.write(text + "\n"); }

  // As they are; of a move the new one comes as a record of its own.
  void names(const ShownChange& change) {
    output_.write(fmt::format("{} {}", sign_of(change.kind), name(change.row())) + '\0');
    if (change.kind == ChangeKind::moved) output_.write(name(change.right) + '\0');
  }

  std::string painted(const char* colour, const std::string& text) const {
    return style_.colour == Colour::on ? fmt::format("\x1b[{}m{}\x1b[0m", colour, text) : text;
  }

  static std::string doubt(const ShownChange& change) {
    return change.may_be_changed ? "  (or changed)" : "";
  }

  // The kind is the first value.
  static bool is_folder(const ShownRow& row) { return row.values && row.values->front().payload == "folder"; }

  static std::string name(const ShownRow& row) {
    return std::string(row.key.front().payload) + (is_folder(row) ? "/" : "");
  }

  static std::string path(const ShownRow& row) {
    if (!row.digest.empty()) return fmt::format("[{}]", word_text(row.digest));
    return word_text(name(row));
  }

  std::string files(const ShownChange& change) const {
    if (!is_folder(change.left) && !is_folder(change.right)) return "";
    return fmt::format("  ({} {})", style_.number(change.count), change.count == 1 ? "file" : "files");
  }

  // Of a side that is a sketch no more is known than that there is one.
  std::string differences(const ShownChange& change) const {
    if (!change.left.values || !change.right.values) return "";
    std::string text;
    for (std::size_t i = 0; i < change.is_same.size(); ++i) {
      if (change.is_same[i]) continue;
      const std::string said = difference(i, (*change.left.values)[i], (*change.right.values)[i], change);
      if (!said.empty()) text += (text.empty() ? ": " : ", ") + said;
    }
    return text;
  }

  std::string difference(std::size_t column, const rows::Cell& left, const rows::Cell& right,
                         const ShownChange& change) const {
    const std::string& name = terms_.columns.names[terms_.columns.key_columns + column];
    const bool is_file = change.left.values->front().payload == "file";
    if (name == "content" && is_file) {
      // Of files of two sizes it goes without saying.
      const bool has_size = terms_.columns.names.size() > 2 && terms_.columns.names[2] == "size";
      return has_size && !change.is_same[1] ? "" : "content differs";
    }
    const bool is_link = change.left.values->front().payload == "link";
    return fmt::format("{} {} -> {}", is_link && name == "content" ? "target" : name,
                       painted("31", value(left)), painted("32", value(right)));
  }

  static std::string value(const rows::Cell& cell) { return word_text(rows::text_of(cell), ","); }

  const Terms& terms_;
  TextStyle style_;
  Output& output_;
};

}  // namespace

std::unique_ptr<ChangeWriter> tree_text_writer(const Terms& terms, TextStyle style, Output& output) {
  return std::make_unique<TreeTextWriter>(terms, style, output);
}

}  // namespace peel::cli

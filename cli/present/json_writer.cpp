#include "cli/output/csv.hpp"
#include "cli/output/json.hpp"
#include "cli/output/printable.hpp"
#include "cli/present/change_writer.hpp"
#include "cli/present/json_value_writer.hpp"
#include "cli/present/summary_json.hpp"

#include <vector>

namespace peel::cli {

namespace {

class JsonWriter : public ChangeWriter {
 public:
  JsonWriter(const Terms& terms, Output& output) : terms_(terms), output_(output) {}

  void write(const ShownChange& change) override {
    Json object = {{"op", name_of(change.kind)}};
    if (!terms_.table.empty()) object["table"] = json_text(terms_.table);
    terms_.has_key ? add_keyed(object, change) : add_whole(object, change.row());
    object["count"] = change.count;
    if (change.may_be_changed) object["may_be_changed"] = true;
    write_json_line(output_, object);
  }

  void end(const DiffSummary& summary) override {
    write_json_line(output_, {{"summary", summary_as_json(summary)}});
  }

 private:
  // Members by column name; bytes that are not UTF-8 are written as \xNN there. They are put behind each
  // other without looking for one of the same name, which would take a time that grows with the square of the
  // columns.
  void add_cells(Json& object, std::span<const rows::Cell> cells, std::size_t first) const {
    auto& members = object.get_ref<Json::object_t&>();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string& name = terms_.columns.names[first + i];
      members.emplace_back(is_utf8(name) ? name : printable(name), json_cell(cells[i]));
    }
  }

  Json values_of(const ShownRow& row) const {
    if (!row.values) return nullptr;
    Json object = Json::object();
    add_cells(object, *row.values, terms_.columns.key_columns);
    return object;
  }

  // Under this name the key, or behind it what is known in its place.
  void add_key(Json& object, const std::string& name, const ShownRow& row) const {
    if (row.digest.empty()) {
      object[name] = Json::object();
      add_cells(object[name], row.key, 0);
    } else {
      object[name] = nullptr;
      object[name + "_digest"] = row.digest;
    }
  }

  // Of folders, whose files are not always read: contents may differ and still not be known.
  void add_differing(Json& object, const ShownChange& change) const {
    Json names = Json::array();
    for (std::size_t i = 0; i < change.is_same.size(); ++i) {
      if (!change.is_same[i]) names.push_back(terms_.columns.names[terms_.columns.key_columns + i]);
    }
    if (!names.empty()) object["differs"] = std::move(names);
  }

  void add_keyed(Json& object, const ShownChange& change) const {
    add_key(object, "key", change.row());
    if (change.kind == ChangeKind::moved) return add_key(object, "to", change.right);
    if (change.kind != ChangeKind::added) object["old"] = values_of(change.left);
    if (change.kind != ChangeKind::removed) object["new"] = values_of(change.right);
    if (terms_.is_tree) add_differing(object, change);
  }

  void add_whole(Json& object, const ShownRow& row) const {
    if (!row.digest.empty()) {
      object["line"] = nullptr;
      object["digest"] = row.digest;
      return;
    }
    object["line"] = json_text(terms_.is_table ? csv_record(row.key, empty_text_of(terms_))
                                               : std::string(row.key.front().payload));
    if (!terms_.is_table) return;
    object["row"] = Json::object();
    add_cells(object["row"], row.key, 0);
  }

  const Terms& terms_;
  Output& output_;
};

}  // namespace

Json summary_as_json(const DiffSummary& summary) {
  Json object = {{"schema", 1},
                 {"removed", summary.removed},
                 {"added", summary.added},
                 {"changed", summary.changed},
                 {"moved", summary.moved},
                 {"complete", summary.complete()},
                 {"not_shown", summary.not_shown},
                 {"method", name_of(summary.method)},
                 {"why", in_words(summary.reason)},
                 {"passes", summary.passes},
                 {"rows_left", summary.rows_left},
                 {"rows_right", summary.rows_right},
                 {"bytes_read", summary.bytes_read},
                 {"cells", summary.cells},
                 {"sketch_bytes", summary.sketch_bytes},
                 {"spilled_bytes", summary.spilled_bytes},
                 {"error_bound", summary.error_bound()}};
  if (summary.estimate) {
    object["estimate"] = {{"items", summary.estimate->items.value},
                          {"least", summary.estimate->least.value},
                          {"most", summary.estimate->most.value}};
  }
  if (summary.traffic) {
    object["bytes_sent"] = summary.traffic->bytes_sent;
    object["bytes_received"] = summary.traffic->bytes_received;
    object["round_trips"] = summary.traffic->round_trips;
  }
  return object;
}

std::unique_ptr<ChangeWriter> json_writer(const Terms& terms, Output& output) {
  if (terms.is_json) return json_value_writer(terms, output);
  return std::make_unique<JsonWriter>(terms, output);
}

}  // namespace peel::cli

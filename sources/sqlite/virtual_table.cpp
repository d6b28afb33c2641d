#include "sources/sqlite/virtual_table.hpp"

#include "sources/sqlite/names.hpp"
#include "sources/sqlite/sql_pieces.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace peel::sources::sqlite {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// What stands between the parentheses behind the module, at the commas that are in no quotes or parentheses.
std::vector<std::string_view> arguments_in(std::string_view text) {
  std::vector<std::string_view> arguments;
  std::size_t depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); i += piece_size(text.substr(i))) {
    if (text[i] == '(' && depth++ == 0) begin = i + 1;
    const bool ends = text[i] == ')' && depth > 0 && --depth == 0;
    if (!ends && !(text[i] == ',' && depth == 1)) continue;
    arguments.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
    if (ends) break;
  }
  return arguments;
}

std::string unquoted(std::string_view text) {
  if (text.size() < 2 || piece_size(text) == 1) return std::string(text);
  return std::string(text.substr(1, text.size() - 2));
}

struct Setting {
  std::string name = {};  // in lower case; empty if it is none
  std::string value = {};
};

// NAME = VALUE
Setting setting_in(std::string_view argument) {
  const auto name_end = std::ranges::find_if_not(argument, is_word);
  const auto size = static_cast<std::size_t>(name_end - argument.begin());
  const std::string_view rest = trimmed(argument.substr(size));
  if (size == 0 || !rest.starts_with('=')) return {};
  return {lowered(argument.substr(0, size)), unquoted(trimmed(rest.substr(1)))};
}

// Where the name of the module begins: behind USING, which is in no quotes.
std::size_t module_place(std::string_view sql) {
  constexpr std::string_view kUsing = "using";
  for (std::size_t i = 0; i + kUsing.size() < sql.size(); i += piece_size(sql.substr(i))) {
    const bool stands_alone = !is_word(sql[i + kUsing.size()]) && (i == 0 || !is_word(sql[i - 1]));
    if (stands_alone && is_same_name(sql.substr(i, kUsing.size()), kUsing)) return i + kUsing.size();
  }
  return sql.size();
}

}  // namespace

ModuleCall module_call_of(std::string_view sql) {
  ModuleCall call;
  if (!is_same_name(sql.substr(0, 14), "create virtual")) return call;
  const std::string_view rest = trimmed(sql.substr(module_place(sql)));
  std::size_t end = 0;
  while (end < rest.size() && is_word(rest[end])) ++end;
  if (end == 0 && !rest.empty()) end = piece_size(rest);  // a name in quotes
  call.module = lowered(unquoted(rest.substr(0, end)));
  for (const std::string_view argument : arguments_in(rest.substr(end))) {
    const Setting setting = setting_in(argument);
    if (setting.name.empty()) continue;
    // FTS5 takes any beginning of the word for it, FTS3 takes all arguments for columns.
    const bool is_content = call.module == "fts5" ? std::string_view("content").starts_with(setting.name)
                                                  : call.module == "fts4" && setting.name == "content";
    if (is_content) call.content = setting.value;
    if (call.module == "fts4" && setting.name == "languageid") call.has_languages = true;
  }
  return call;
}

}  // namespace peel::sources::sqlite

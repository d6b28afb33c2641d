#include "cli/counter_variant.hpp"

#include <string>

namespace peel::cli {

Result<CounterVariant> counter_variant(Argument argument) {
  std::string names;
  for (const CounterVariant variant : kCounterVariants) {
    if (argument.text == name_of(variant)) return variant;
    names += (names.empty() ? "" : ", ") + std::string(name_of(variant));
  }
  return failure(ErrorCode::invalid_argument,
                 std::string(argument.option) + " " + argument.text + ": accepted are " + names);
}

}  // namespace peel::cli

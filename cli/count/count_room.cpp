#include "cli/count/count_room.hpp"

#include "peel/invertible/planned_stream.hpp"

#include "cli/memory_there.hpp"

#include <string>

namespace peel::cli {

Result<void> settle_size(sources::CountRequest& request, sources::CountedAs keys) {
  const StreamKind kind = sources::counter_kind(request, keys);
  if (request.capacity) {
    const auto shape = planned_stream(*request.capacity, kind);
    if (!shape) return failure(shape.error());
    return check_memory_there("--capacity " + std::to_string(request.capacity->value), shape->bytes());
  }
  if (!request.memory_bytes) return {};
  const std::string asked = "--memory " + std::to_string(*request.memory_bytes);
  if (auto there = check_memory_there(asked, *request.memory_bytes); !there) return there;
  const auto capacity = capacity_within(*request.memory_bytes, kind);
  if (!capacity) return failure(capacity.error().code(), "--memory: " + capacity.error().sentence());
  request.capacity = *capacity;
  return {};
}

}  // namespace peel::cli

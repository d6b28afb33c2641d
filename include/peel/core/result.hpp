// Result<T>: a value, or the Error that input caused. Whoever takes the value of a failed Result without
// having asked gets the exception BadResult with the sentence of the error, in every build; peel itself
// always asks. Besides that, nothing but std::bad_alloc is thrown across peel's public API.
#pragma once

#include "peel/core/error.hpp"

#include <concepts>
#include <stdexcept>
#include <string>
#include <tl/expected.hpp>
#include <type_traits>
#include <utility>

namespace peel {

// Thrown where a program takes the value of a failure, or the error of a success: it did not check which.
class BadResult : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

namespace detail {

[[noreturn]] void no_value(const Error& error);
[[noreturn]] void no_error();

}  // namespace detail

template <class T>
class [[nodiscard]] Result : private tl::expected<T, Error> {
  using Either = tl::expected<T, Error>;
  using Reference = std::add_lvalue_reference_t<T>;
  using ConstReference = std::add_lvalue_reference_t<const T>;

 public:
  using Either::has_value;
  using typename Either::value_type;
  using Either::operator bool;
  using Either::value_or;

  Result() = default;
  // None of these is explicit, so that a function returns a value, a failure or another Result as it is.
  Result(tl::unexpected<Error> failure) : Either(std::move(failure)) {}
  template <class U = T>
  requires(!std::is_void_v<T> && !std::same_as<std::remove_cvref_t<U>, Result> && std::convertible_to<U, T>)
      Result(U&& value)  // NOLINT(bugprone-forwarding-reference-overload): a Result is left to the others
      : Either(tl::in_place, std::forward<U>(value)) {}
  template <class U>
  requires(!std::same_as<U, T> && std::convertible_to<U, T>)
      Result(Result<U> other)  // whose value becomes one of this type
      : Result(std::move(other).map([](U&& value) -> T { return std::move(value); })) {}

  Reference operator*() & { return checked().Either::operator*(); }
  ConstReference operator*() const& { return checked().Either::operator*(); }
  T operator*() && { return std::move(checked().Either::operator*()); }

  std::add_pointer_t<T> operator->() { return checked().Either::operator->(); }
  std::add_pointer_t<const T> operator->() const { return checked().Either::operator->(); }

  T value() && { return *std::move(*this); }
  ConstReference value() const& { return **this; }

  // The Result of the function for the value, or the same error.
  template <class Function>
  auto map(Function&& function) && -> Result<std::invoke_result_t<Function, T>> {
    if (!has_value()) return tl::unexpected<Error>(std::move(Either::error()));
    if constexpr (std::is_void_v<std::invoke_result_t<Function, T>>) {
      std::forward<Function>(function)(std::move(Either::operator*()));
      return {};
    } else {
      return std::forward<Function>(function)(std::move(Either::operator*()));
    }
  }

  const Error& error() const& {
    if (has_value()) detail::no_error();
    return Either::error();
  }
  Error error() && {
    if (has_value()) detail::no_error();
    return std::move(Either::error());
  }

 private:
  Result& checked() {
    if (!has_value()) [[unlikely]]
      detail::no_value(Either::error());
    return *this;
  }
  const Result& checked() const {
    if (!has_value()) [[unlikely]]
      detail::no_value(Either::error());
    return *this;
  }
};

inline tl::unexpected<Error> failure(ErrorCode code, std::string sentence) {
  return tl::unexpected<Error>(Error(code, std::move(sentence)));
}

// For handing the error of one Result on as the error of another.
inline tl::unexpected<Error> failure(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

// What the caller asked for cannot be; the sentence names the value and what is accepted.
inline tl::unexpected<Error> refused(std::string sentence) {
  return failure(ErrorCode::invalid_argument, std::move(sentence));
}

}  // namespace peel

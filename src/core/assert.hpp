// PEEL_ASSERT states what must hold unless peel itself has a bug. It is never used on input, and is
// active only in development, sanitizer and fuzz builds.
#pragma once

#ifdef PEEL_ASSERTIONS
#include <cstdio>
#include <cstdlib>
#define PEEL_ASSERT(condition)                                                                           \
  ((condition) ? static_cast<void>(0)                                                                    \
               : (std::fprintf(stderr, "%s:%d: invariant broken: %s\n", __FILE__, __LINE__, #condition), \
                  std::abort()))
#else
#define PEEL_ASSERT(condition) static_cast<void>(sizeof((condition) ? 1 : 0))
#endif

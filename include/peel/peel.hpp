// All of peel's public API.
#pragma once

#include "peel/analysis/peeling.hpp"
#include "peel/core/bytes.hpp"
#include "peel/core/error.hpp"
#include "peel/core/result.hpp"
#include "peel/core/types.hpp"
#include "peel/hashing/key_hash.hpp"
#include "peel/hashing/key_hasher.hpp"
#include "peel/hashing/mix.hpp"
#include "peel/hashing/seed.hpp"
#include "peel/invertible/iblt.hpp"
#include "peel/invertible/iblt_shape.hpp"
#include "peel/invertible/item_hashing.hpp"
#include "peel/invertible/listing.hpp"
#include "peel/invertible/placement.hpp"
#include "peel/wire/envelope.hpp"
#include "peel/wire/iblt_codec.hpp"

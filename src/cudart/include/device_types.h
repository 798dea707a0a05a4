/* The runtime's one header has all of it. */
#include "cuda_runtime.h"

/*
 * Makes mangled C++ names readable (Itanium C++ ABI, 5.1): `_ZN2ns5scaleIfLi4EEEvPT_` is
 * `ns::scale<float, 4>`. It reads only the parts that names of kernels and variables have. It
 * leaves out the parameters of functions, and the function that contains a variable.
 */
#ifndef BASE_MANGLED_H
#define BASE_MANGLED_H

#include <stdbool.h>

#include "base/arena.h"

/*
 * The qualified name with its template arguments, in `arena`. Without the arguments if they cannot
 * be read. `name` itself if it is not mangled or not readable.
 */
const char *mangled_readable(struct arena *arena, const char *name);

/* The mangled name of a variable: `ns::x` is `_ZN2ns1xE`. Outside of namespaces it is the name. */
const char *mangled_variable(struct arena *arena, const char *readable);

/*
 * How well a name that a person typed fits a readable name; blanks do not count. `scale`,
 * `ns::scale` and `scale<float, 4>` are part of `ns::scale<float, 4>`.
 */
enum mangled_fit { MANGLED_OTHER, MANGLED_PART, MANGLED_SAME };
enum mangled_fit mangled_compare(const char *readable, const char *wanted);

#endif

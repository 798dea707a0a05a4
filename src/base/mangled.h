/*
 * Names as C++ compilers mangle them (Itanium C++ ABI, 5.1), made readable: `_ZN2ns5scaleIfLi4EEEvPT_` is
 * `ns::scale<float, 4>`. Only what names of kernels and variables are made of is read; parameters of functions are left
 * out, and so is the function that a variable stands in.
 */
#ifndef BASE_MANGLED_H
#define BASE_MANGLED_H

#include <stdbool.h>

#include "base/arena.h"

/*
 * The qualified name with its template arguments, in `arena`; without the arguments where they cannot be read, and
 * `name` itself where it is not mangled or not readable.
 */
const char *mangled_readable(struct arena *arena, const char *name);

/*
 * How well what somebody calls a function fits its readable name; blanks do not count. `scale`, `ns::scale` and
 * `scale<float, 4>` are part of `ns::scale<float, 4>`.
 */
enum mangled_fit { MANGLED_OTHER, MANGLED_PART, MANGLED_SAME };
enum mangled_fit mangled_compare(const char *readable, const char *wanted);

#endif

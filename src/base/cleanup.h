/*
 * Releases locals at the end of their scope.
 *
 * DEFINE_CLEANUP(buffer_free, struct buffer *) makes CLEANUP(buffer_free) usable on a local of that
 * type. The function runs when the local goes out of scope, unless the local is NULL.
 * DEFINE_CLEANUP_VALUE does the same for an embedded value and its `x_done`.
 */
#ifndef BASE_CLEANUP_H
#define BASE_CLEANUP_H

#define DEFINE_CLEANUP(function, pointer_type)                   \
    static inline void function##_cleanup(pointer_type *pointer) \
    {                                                            \
        if (*pointer)                                            \
            function(*pointer);                                  \
    }

#define DEFINE_CLEANUP_VALUE(function, value_type)           \
    static inline void function##_cleanup(value_type *value) \
    {                                                        \
        function(value);                                     \
    }

#define CLEANUP(function) __attribute__((cleanup(function##_cleanup)))

#endif

/*
 * EVERY_ISA makes one function for several instruction sets, chosen when the program starts. The
 * choice does not change the bits.
 */
#ifndef BASE_EVERY_ISA_H
#define BASE_EVERY_ISA_H

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && !defined(__AVX2__) && \
    !defined(__SANITIZE_THREAD__)
#define EVERY_ISA __attribute__((target_clones("avx2", "default")))
#else
#define EVERY_ISA
#endif

#endif

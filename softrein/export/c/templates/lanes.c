/* Several numbers at once, as many as the processor takes, where the compiler has such a type; else one. */
#if defined __AVX512F__
#define AT_ONCE 8
#elif defined __AVX__
#define AT_ONCE 4
#else
#define AT_ONCE 2
#endif
#ifdef __GNUC__
typedef double lanes __attribute__((vector_size(AT_ONCE * sizeof(double)), aligned(sizeof(double)), may_alias));
#else
typedef double lanes;
#endif
enum { LANES = sizeof(lanes) / sizeof(double) };
//{ polynomial

static double sum_of(const lanes *x) {
    const double *each = (const double *)x;
    double total = 0.0;
    for (int i = 0; i < LANES; i++) total += each[i];
    return total;
}
//}

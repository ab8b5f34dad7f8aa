/* What the step needs of libm, where there is none: instructions, and functions of JavaScript's Math. */
#define INFINITY __builtin_inf()
#define isfinite(x) __builtin_isfinite(x)
#define sqrt(x) __builtin_sqrt(x)
#define fabs(x) __builtin_fabs(x)
#define floor(x) __builtin_floor(x)

double sin(double), cos(double), hypot(double, double), log1p(double);

static inline double fmax(double a, double b) { return a >= b || b != b ? a : b; }
static inline double fmin(double a, double b) { return a <= b || b != b ? a : b; }

static double square(const double *x, int count) {
    double total = 0.0;
    for (int i = 0; i < count; i++) total += x[i] * x[i];
    return total;
}

#error "too old"

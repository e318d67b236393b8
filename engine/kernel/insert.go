package kernel

// Insert returns s with v at place i; s is used up. For one value it is a sixth
// of slices.Insert in WebAssembly, which counts where there are many types.
func Insert[T any](s []T, i int, v T) []T {
	s = append(s, v)
	copy(s[i+1:], s[i:])
	s[i] = v
	return s
}

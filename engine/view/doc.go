// Package view is what a drawing may read of a cluster: flat rows of numbers
// and names, filled anew by Sim.Show into buffers that are reused. It holds no
// pointer into the engine, so a drawing cannot act.
package view

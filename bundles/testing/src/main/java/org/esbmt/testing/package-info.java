/** Doubles for tests of everything that uses a registry, and the contract that makes them trustworthy. */
package org.esbmt.testing;

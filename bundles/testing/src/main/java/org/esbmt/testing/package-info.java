/**
 * Doubles for tests of everything that uses a registry, with the contract that makes them trustworthy, and an empty
 * component for tests of everything that has components, and files whose operations fail when a test says so.
 */
package org.esbmt.testing;

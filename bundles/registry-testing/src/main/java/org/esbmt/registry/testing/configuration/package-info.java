/** The configuration registry without a database, and the contract tests of every configuration registry. */
package org.esbmt.registry.testing.configuration;

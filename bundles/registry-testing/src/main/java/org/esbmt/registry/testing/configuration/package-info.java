/** The configuration registry without a database, and the tests that every configuration registry has to pass. */
package org.esbmt.registry.testing.configuration;

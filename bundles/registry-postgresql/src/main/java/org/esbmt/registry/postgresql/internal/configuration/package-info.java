/** The configuration registry: the tables of {@code registries-sql/configuration-registry}. */
package org.esbmt.registry.postgresql.internal.configuration;

/** The service registry: the tables of {@code registries-sql/service-registry}. */
package org.esbmt.registry.postgresql.internal.service;

/**
 * The operations of administration as clients see them, described once. An {@link org.esbmt.administration.catalogue.Entry} names an
 * operation, its {@link org.esbmt.administration.catalogue.Word words} and the {@link org.esbmt.administration.catalogue.Shape} of its
 * result, and has one typed call. Adapters publish all entries of the {@link org.esbmt.administration.catalogue.Catalogue} and name no
 * single operation.
 */
@Export
@Version("1.0.0")
package org.esbmt.administration.catalogue;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

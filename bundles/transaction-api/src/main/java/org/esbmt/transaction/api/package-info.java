/**
 * One unit of work over several resources: all of it lasts, or nothing. Start from
 * {@link org.esbmt.transaction.api.UnitOfWork}; who has a database or a broker to offer starts from
 * {@link org.esbmt.transaction.api.XaResources}.
 */
@Export
@Version("1.0.0")
package org.esbmt.transaction.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

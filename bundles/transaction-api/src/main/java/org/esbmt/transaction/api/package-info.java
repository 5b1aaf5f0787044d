/**
 * One unit of work over several resources: all of its changes are committed, or none. Start from
 * {@link org.esbmt.transaction.api.UnitOfWork}. The owner of a database or a broker starts from
 * {@link org.esbmt.transaction.api.XaResources}.
 */
@Export
@Version("1.0.0")
package org.esbmt.transaction.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

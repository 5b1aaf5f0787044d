/**
 * The identity of a message's sender. A binding component reads a {@link org.esbmt.tenancy.api.SenderProof} from a
 * message. The {@link org.esbmt.tenancy.api.TenantAuthenticator} checks it. The component then puts the subject of the
 * {@link org.esbmt.tenancy.api.AuthenticatedCaller} on the normalized message. All later steps read the tenant from the
 * subject and from nowhere else.
 */
@Export
@Version("1.0.0")
package org.esbmt.tenancy.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

/**
 * The identity of a message's sender. A binding component reads a {@link org.esbmt.tenancy.api.TenantCredential} from a
 * message, has it checked by the {@link org.esbmt.tenancy.api.TenantAuthenticator}, and puts the {@link
 * org.esbmt.tenancy.api.AuthenticatedCaller}'s subject on the normalized message. Everything after that reads the
 * tenant from the subject and from nowhere else.
 */
@Export
@Version("1.0.0")
package org.esbmt.tenancy.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

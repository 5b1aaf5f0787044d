/**
 * The vocabulary of quotas: the limited resource, the limit, and the grantee of a contingent. Registries,
 * administration and its adapters share it.
 */
@Export
@Version("1.0.0")
package org.esbmt.tenancy.api.quota;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

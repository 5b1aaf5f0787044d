/**
 * The words of quotas: the resource that a quota limits, the limit, and the grantee of a contingent. Registries, administration and its
 * adapters use the same ones.
 */
@Export
@Version("1.0.0")
package org.esbmt.tenancy.api.quota;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

package org.esbmt.registry.testing;

import java.time.InstantSource;
import org.esbmt.registry.api.ReplayClaims;

class InMemoryReplayClaimsTest extends ReplayClaimsContract {

    @Override
    protected ReplayClaims openEmpty() {
        return new InMemoryReplayClaims(SHARE, InstantSource.system());
    }
}

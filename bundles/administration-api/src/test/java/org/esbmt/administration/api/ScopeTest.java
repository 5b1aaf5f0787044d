package org.esbmt.administration.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.esbmt.administration.api.PartAccess.Part;
import org.junit.jupiter.api.Test;

class ScopeTest {
    @Test
    void theFullScopeLimitsNothing() {
        for (Part part : Part.values()) {
            assertThat(Scope.FULL.permits(part, true)).isTrue();
        }
    }

    @Test
    void aScopeWithoutChangesPermitsQueriesOfItsPartsAlone() {
        Scope scope = new Scope(false, EnumSet.of(Part.AUDIT));
        assertThat(scope.permits(Part.AUDIT, false)).isTrue();
        assertThat(scope.permits(Part.AUDIT, true)).isFalse();
        assertThat(scope.permits(Part.USERS, false)).isFalse();
    }

    @Test
    void aScopeDoesNotFollowTheSetItWasMadeOf() {
        Set<Part> parts = EnumSet.of(Part.AUDIT);
        Scope scope = new Scope(true, parts);
        parts.add(Part.USERS);
        assertThat(scope.permits(Part.USERS, false)).isFalse();
    }
}

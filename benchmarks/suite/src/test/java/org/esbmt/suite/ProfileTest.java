package org.esbmt.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.esbmt.suite.plan.Planned;
import org.esbmt.suite.plan.Profile;
import org.esbmt.suite.plan.Stage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProfileTest {
    static List<Profile> profiles() {
        return List.of(Profile.smoke(), Profile.quick(), Profile.full(), Profile.compare());
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void eachWindowHasATargetInItsStage(Profile profile) {
        for (Stage stage : profile.stages()) {
            for (Planned planned : stage.windows()) {
                boolean bus = stage.buses().stream()
                        .anyMatch(b -> b.target().equals(planned.cell().target())
                                && b.tenants() >= planned.cell().endpoints()
                                && b.nodes() == planned.cell().nodes());
                boolean comparator = stage.comparators().contains(planned.cell().target())
                        && stage.endpoints() >= planned.cell().endpoints();
                assertThat(bus || comparator).as(planned.toString()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void noWindowOfAStageIsThereTwice(Profile profile) {
        for (Stage stage : profile.stages()) {
            List<String> names = new ArrayList<>();
            stage.windows().forEach(planned -> names.add(planned.toString()));
            assertThat(names).doesNotHaveDuplicates();
        }
    }
}

//! The zoom of the window, remembered for the next start.

use tauri::{AppHandle, Manager, WebviewWindow};

use crate::settings::Store;

/// The factors, as in browsers.
const FACTORS: [f64; 13] = [0.5, 0.67, 0.75, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0];

/// The index of 100 %. Steps are counted from it.
const NORMAL: i8 = 5;

/// Zooms by a number of steps; without one, back to 100 %.
#[tauri::command]
pub async fn zoom(window: WebviewWindow, steps: Option<i8>) -> Result<(), String> {
    let store = window.state::<Store>();
    let step = steps.map_or(0, |steps| after(store.get().zoom, steps));
    window.set_zoom(factor(step)).map_err(|error| error.to_string())?;
    store.note(|settings| settings.zoom = step);
    Ok(())
}

/// Applies the remembered zoom.
pub fn apply(app: &AppHandle, window: &WebviewWindow) -> tauri::Result<()> {
    match app.state::<Store>().get().zoom {
        0 => Ok(()),
        step => window.set_zoom(factor(step)),
    }
}

fn after(step: i8, steps: i8) -> i8 {
    let last = i8::try_from(FACTORS.len()).unwrap_or(i8::MAX) - 1;
    step.saturating_add(steps).clamp(-NORMAL, last - NORMAL)
}

/// Returns the factor of a step. One that is not in the list counts as none.
fn factor(step: i8) -> f64 {
    usize::try_from(step.saturating_add(NORMAL)).ok().and_then(|index| FACTORS.get(index)).copied().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_through_the_factors_and_stays_within_them() {
        let up: Vec<f64> = (0..9).map(|steps| factor(after(0, steps))).collect();
        assert_eq!(up, [1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.0]);
        assert_eq!(factor(after(0, -100)), 0.5);
        assert_eq!(after(i8::MAX, i8::MAX), 7);
    }

    #[test]
    fn a_damaged_step_is_no_zoom() {
        for step in [i8::MIN, -6, 8, i8::MAX] {
            assert_eq!(factor(step), 1.0, "{step}");
        }
    }
}

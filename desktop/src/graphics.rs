//! Graphics without a GPU. There, a web view would render with software OpenGL, which needs more than 100 MB of memory.

use std::path::Path;

use webkit2gtk::glib;

/// Turn OpenGL off for GTK, and for the window's side of WebKitGTK, which then paints without it.
const WITHOUT_GPU: [(&str, &str); 3] = [
    ("GDK_GL", "disable"),
    ("WEBKIT_DISABLE_DMABUF_RENDERER", "1"),
    // WebKitGTK would start OpenGL just to look for this device.
    ("WEBKIT_WEB_RENDER_DEVICE_FILE", "/dev/null"),
];

/// Chooses how the window is rendered. Call it before anything starts a thread: it changes the environment, which GTK and
/// WebKitGTK read when they start.
pub fn prepare() {
    if has_gpu(Path::new("/dev")) {
        return;
    }
    for (name, value) in WITHOUT_GPU {
        // The user's own value counts.
        if let Err(error) = glib::setenv(name, value, false) {
            eprintln!("{name} could not be set: {error}");
        }
    }
}

/// Whether a folder of devices has a GPU: of the kernel's own drivers, of NVIDIA's, or of Windows below WSL.
fn has_gpu(devices: &Path) -> bool {
    let is_render_node = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with("renderD");
    let mut nodes = std::fs::read_dir(devices.join("dri")).into_iter().flatten().flatten();
    nodes.any(|entry| is_render_node(&entry.file_name()))
        || ["nvidiactl", "dxg"].iter().any(|name| devices.join(name).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_gpu_by_its_device() {
        for (device, is_gpu) in [
            ("dri/renderD128", true),
            ("nvidiactl", true),
            ("dxg", true),
            // A display without a GPU, as in virtual machines.
            ("dri/card0", false),
            ("null", false),
        ] {
            let folder = tempfile::tempdir().expect("a folder");
            assert!(!has_gpu(folder.path()));
            let file = folder.path().join(device);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            std::fs::write(file, "").expect("written");
            assert_eq!(has_gpu(folder.path()), is_gpu, "{device}");
        }
    }
}

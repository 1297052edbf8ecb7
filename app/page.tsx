export default function P() {
  return <div>x</div>;
}
